/**
 * What a chart would ask: templates that write the bounds of its time range need some, and no column depends on which.
 */
export const EXAMPLE_RANGE = '2024-01-01 : 2024-02-01';
