import { createElement, type ReactElement, useEffect, useRef } from 'react';
import { attributesOf, clipId, textAttributes, transformOf, type SvgAttributes } from './attributes.ts';
import type { Scene, Shape } from './scene.ts';

type SceneViewProps = {
  readonly scene: Scene;
  /** The mark that was touched or that the pointer came to, by the key that its shapes carry; null for none. */
  readonly onMark?: (kind: 'click' | 'menu' | 'hover', key: string | null, event: MouseEvent) => void;
};

/** A scene in the browser: the shapes that the server writes. The keyboard reaches its marks from what is around it. */
export function SceneView({ scene, onMark }: SceneViewProps) {
  const root = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const svg = root.current;
    if (!svg || !onMark) return;
    const onClick = (event: MouseEvent) => onMark('click', keyAt(event.target), event);
    const onMenu = (event: MouseEvent) => onMark('menu', keyAt(event.target), event);
    // Of a moving pointer only what changes is an event: the shape under it.
    const onOver = (event: MouseEvent) => onMark('hover', keyAt(event.target), event);
    const onOut = (event: MouseEvent) => onMark('hover', null, event);
    svg.addEventListener('pointerover', onOver);
    svg.addEventListener('pointerleave', onOut);
    svg.addEventListener('click', onClick);
    svg.addEventListener('contextmenu', onMenu);
    return () => {
      svg.removeEventListener('pointerover', onOver);
      svg.removeEventListener('pointerleave', onOut);
      svg.removeEventListener('click', onClick);
      svg.removeEventListener('contextmenu', onMenu);
    };
  }, [onMark]);
  return (
    <svg
      ref={root}
      role="img"
      aria-label={scene.description}
      width={scene.width}
      height={scene.height}
      viewBox={`0 0 ${scene.width} ${scene.height}`}
      fontFamily={scene.fontFamily}
      display="block"
    >
      {scene.shapes.map(draw)}
    </svg>
  );
}

/** The key of the nearest shape that belongs to a mark. */
function keyAt(target: EventTarget | null): string | null {
  return target instanceof Element ? (target.closest('[data-mark]')?.getAttribute('data-mark') ?? null) : null;
}

function draw(shape: Shape, index: number): ReactElement {
  const own = { key: index, ...(shape.mark === undefined ? {} : { 'data-mark': shape.mark }) };
  switch (shape.kind) {
    case 'text':
      return shape.link === undefined ? drawText(shape, own) : linked(shape.link, drawText(shape, own), index);
    case 'group': {
      const { clip } = shape;
      const id = clip && clipId(clip);
      return createElement(
        'g',
        {
          ...own,
          ...inReact({ transform: transformOf(shape), opacity: shape.opacity, 'clip-path': id && `url(#${id})` }),
        },
        clip && createElement('clipPath', { id }, createElement('rect', clip)),
        shape.shapes.map(draw),
      );
    }
    case 'rect':
    case 'path':
    case 'circle':
    case 'line':
    case 'image':
      return createElement(shape.kind, { ...own, ...inReact(attributesOf(shape)) });
  }
}

function drawText(shape: Extract<Shape, { kind: 'text' }>, own: Readonly<Record<string, unknown>>): ReactElement {
  const style = shape.isTabular ? { fontVariantNumeric: 'tabular-nums' } : undefined;
  return createElement('text', { ...own, ...inReact(textAttributes(shape)), style }, shape.text);
}

/** A press on a link follows it in a tab of its own, and selects nothing. */
function linked(href: string, text: ReactElement, key: number): ReactElement {
  const stop = (event: Event) => event.stopPropagation();
  const listen = (link: Element | null) => link?.addEventListener('click', stop);
  return (
    <a
      key={key}
      ref={listen}
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      style={{ textDecoration: 'underline' }}
    >
      {text}
    </a>
  );
}

/** React writes attributes of two words in camel case. */
function inReact(attributes: SvgAttributes): SvgAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  );
}
