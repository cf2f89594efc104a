// Where the pages are for what happened and what was told.
import { aroundDoors } from './doors-desk/around-doors.tsx'

export const centrePage = async () => aroundDoors((await import('./notifications/centre-page.tsx')).CentrePage)
export const permalinkPage = async () => (await import('./notifications/permalink-page.tsx')).PermalinkPage
export const myActivityPage = async () => (await import('./activity/my-activity-page.tsx')).MyActivityPage
export const activityLogsPage = async () => (await import('./activity/activity-page.tsx')).ActivityLogsPage
export const eventsPage = async () => aroundDoors((await import('./events/events-page.tsx')).EventsPage)
export const logsPage = async () => (await import('./logs/logs-page.tsx')).LogsPage
