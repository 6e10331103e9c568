import { useEffect } from 'react';
import type { ViewProps } from '../../define.ts';
import type { BigNumberModel } from './model.ts';

/** The number and its sparkline. Selectable text, one name for screen readers. */
export function View({ model, context, onRendered }: ViewProps<BigNumberModel>) {
  useEffect(onRendered, [model, onRendered]);
  return (
    <svg
      role="img"
      aria-label={model.description}
      width={model.width}
      height={model.height}
      viewBox={`0 0 ${model.width} ${model.height}`}
      fontFamily={model.fontFamily}
      display="block"
    >
      {model.trend && (
        <>
          <path d={model.trend.area} fill={model.trend.color} fillOpacity={0.14} />
          <path
            d={model.trend.line}
            fill="none"
            stroke={model.trend.color}
            strokeWidth={2}
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          {model.trend.end && (
            <circle
              cx={model.trend.end[0]}
              cy={model.trend.end[1]}
              r={3}
              fill={model.trend.color}
              stroke={context.theme.surface}
              strokeWidth={1.5}
            />
          )}
        </>
      )}
      {model.lines.map((line) => (
        <text
          key={line.role}
          x={0}
          y={line.y}
          fontSize={line.size}
          fontWeight={line.weight}
          fill={line.color}
          style={line.role === 'number' ? { fontVariantNumeric: 'tabular-nums' } : undefined}
        >
          {line.text}
        </text>
      ))}
    </svg>
  );
}
