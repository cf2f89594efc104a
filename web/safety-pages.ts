// Where the pages of gas and people are.
export const gasMonitoringPage = async () =>
  (await import('./safety/gas-monitoring/gas-monitoring-page.tsx')).GasMonitoringPage
export const peopleCountingPage = async () =>
  (await import('./safety/people-counting/people-counting-page.tsx')).PeopleCountingPage
