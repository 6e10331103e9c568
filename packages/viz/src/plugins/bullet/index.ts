import { buildQueryObject } from '@tessera/core/build-query';
import { defineViz } from '../../define.ts';
import { selectMarks } from '../../select.ts';
import { bulletControls, bulletSections, complainOfBullet } from './controls.ts';
import { bulletMarks } from './marks.ts';
import { describeBullet, emptyBullet } from './scale.ts';
import { bulletScene } from './scene.ts';

export const bullet = defineViz({
  type: 'bullet',
  controls: bulletControls,
  sections: bulletSections,
  roles: { value: 'metric', filters: 'adhoc_filters' },
  defaults: {},
  validate: complainOfBullet,

  buildQueries: (_, raw) => [{ ...buildQueryObject(raw), columns: [] }],

  describe: describeBullet,
  select: (event, _, __, inputs) => selectMarks(event, { ...inputs, emits: false }),
  whyEmpty: emptyBullet,

  drawing: { kind: 'scene', toScene: bulletScene, marks: bulletMarks },
});
