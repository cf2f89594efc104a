// Backups of the whole installation, and a building got back from one.
export { newestBackups } from './backups.sql.ts'
export { keepBackups } from './scheduled.ts'
