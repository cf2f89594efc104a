// The settings the embedded PostgreSQL runs with, and the environment its programs see.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { give, type Owner } from './embedded-owner.ts'

/** Writes the settings into the cluster; true when they are not those it last ran with. */
export const configure = (
  folder: string,
  owner: Owner | undefined,
  extra: Readonly<Record<string, string>>,
): boolean => {
  const path = join(folder, 'gatehouse.conf')
  const lines = Object.entries(settingsOf(extra)).map(([name, value]) => `${name} = '${value}'\n`)
  const text = `# Written by Gatehouse at every start. Your own settings: ALTER SYSTEM SET ..., which wins over this file.\n${lines.join('')}`
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return false
  writeFileSync(path, text, { mode: 0o600 })
  give(path, owner)
  return true
}

/** What PostgreSQL and its programs may see of our environment: nothing that could change how they behave. */
export const cleanEnv = (): NodeJS.ProcessEnv => {
  const settings = ['PATH', 'SystemRoot', 'TEMP', 'TMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return { ...Object.fromEntries(settings), LC_ALL: 'C', TZ: 'UTC' }
}

// Buffers take memory only as they are used; I/O workers and the like take it at once, so there are none.
const settingsOf = (extra: Readonly<Record<string, string>>): Record<string, string> => {
  const sharedBuffers = Math.round(Math.min(512, Math.max(64, totalmem() / 2 ** 20 / 16)))
  return {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '80',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    shared_buffers: `${sharedBuffers}MB`,
    huge_pages: 'off',
    effective_cache_size: `${Math.max(256, Math.round(totalmem() / 2 ** 20 / 2))}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    io_method: 'sync',
    jit: 'off',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    autovacuum_max_workers: '2',
    // A tenth of a core in place of half of one: beside averages and rollups there is not that much left of two.
    autovacuum_vacuum_cost_delay: '10ms',
    random_page_cost: '1.1',
    wal_buffers: '16MB',
    // Whole pages, which the first change after each checkpoint writes, are half empty.
    wal_compression: 'on',
    min_wal_size: '128MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    max_wal_senders: '2',
    max_logical_replication_workers: '0',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    ...extra,
  }
}
