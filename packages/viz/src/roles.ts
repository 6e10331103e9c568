/**
 * What a control is for, whatever a chart type calls it: `metric` of a pie and `metrics` of a line are both `y` or
 * `value`. A switch of the type carries values by role.
 */
export type Role =
  | 'x'
  | 'y'
  | 'series'
  | 'size'
  | 'color'
  | 'latitude'
  | 'longitude'
  | 'label'
  | 'tooltip'
  | 'value'
  | 'rows'
  | 'columns'
  | 'geography'
  | 'time'
  | 'filters'
  | 'source'
  | 'target'
  | 'order';

/** The controls of each role; of several the first is filled first. */
export type Roles<Name extends string = string> = Readonly<Partial<Record<Role, Name | readonly Name[]>>>;
