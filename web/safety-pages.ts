// Where the pages of gas and people are.
export const gasMonitoringPage = async () =>
  (await import('./safety/gas-monitoring/gas-monitoring-page.tsx')).GasMonitoringPage
