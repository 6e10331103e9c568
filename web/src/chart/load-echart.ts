/** The canvas that draws options; its code comes when the first such chart is shown. */
export const loadEChart = () => import('./EChart.tsx');
