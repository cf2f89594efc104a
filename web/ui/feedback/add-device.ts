// Adding the first device of a kind: fetched only where there is none, which the dashboard of a building never is.
import { later } from './later.tsx'

/** Its text is what it is called: `Add a gas detector`. */
export const AddDevice = later(async () => (await import('./add-device-link.tsx')).AddDeviceLink, 'silent')
