// Where the pages are for what one works at all day.
import { aroundDoors } from './doors-desk/around-doors.tsx'

export const dashboardPage = async () => aroundDoors((await import('./dashboard/dashboard-page.tsx')).DashboardPage)
export const doorsDeskPage = async () => aroundDoors((await import('./doors-desk/doors-desk-page.tsx')).DoorsDeskPage)
