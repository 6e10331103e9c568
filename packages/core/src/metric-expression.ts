const METRIC_EXPRESSION = /^(?:LONG|DOUBLE|FLOAT)?(?:SUM|AVG|MAX|MIN|COUNT)\([A-Z0-9_."]*\)$/i;

/** Is this text an aggregate over one column, as older saved metrics write it ([5.0-17])? */
export function isMetricExpression(text: string): boolean {
  return METRIC_EXPRESSION.test(text);
}
