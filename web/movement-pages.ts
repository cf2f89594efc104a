// Where the pages are of who comes, goes and is inside.
import { aroundDoors } from './doors-desk/around-doors.tsx'

export const reportPage = async () => (await import('./entry-exit/report-page.tsx')).ReportPage
export const logDetailsPage = async () => aroundDoors((await import('./doors-desk/log-page.tsx')).LogPage)
export const trafficPage = async () => aroundDoors((await import('./entry-exit/traffic-page.tsx')).TrafficPage)
export const musterPage = async () => (await import('./muster/muster-page.tsx')).MusterPage
