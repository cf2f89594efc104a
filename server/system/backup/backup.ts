// Backups of the whole installation, and a building got back from one.
export { newestBackups, recordBackup } from './backups.sql.ts'
export { keepBackups } from './scheduled.ts'
