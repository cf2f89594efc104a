// Where the pages are for what one works at all day.
import { aroundDoors } from './access/doors-desk/around-doors.tsx'

export const dashboardPage = async () =>
  aroundDoors((await import('./insight/dashboard/dashboard-page.tsx')).DashboardPage)
export const deskPage = async () => aroundDoors((await import('./insight/dashboard/dashboard-page.tsx')).DeskPage)
export const alarmsPage = async () => (await import('./safety/alarms/alarms-page.tsx')).AlarmsPage
export const doorsDeskPage = async () =>
  aroundDoors((await import('./access/doors-desk/doors-desk-page.tsx')).DoorsDeskPage)
