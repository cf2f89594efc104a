// A file system of a chosen size over one folder: mounted by root, or by an ordinary user in a namespace of its own, where
// the kernel lets users make one.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface SmallDisk {
  /** The folder as this process sees it. */
  readonly seenAt: string
  /** What stands before a command that is to see it at its own path. */
  readonly enter: readonly string[]
  close(): void
}

/** A disk over this folder; or why there is none. */
export const openSmallDisk = async (folder: string, megabytes: number): Promise<SmallDisk | string> => {
  const options = `size=${megabytes}m,mode=755`
  const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  if (mount.status === 0)
    return { seenAt: folder, enter: [], close: () => void spawnSync('umount', ['--lazy', folder]) }
  return inNamespace(folder, options)
}

// It is there for as long as somebody is in it.
const inNamespace = async (folder: string, options: string): Promise<SmallDisk | string> => {
  const hold = 'mount -t tmpfs -o "$1" tmpfs "$0" && echo mounted && exec sleep infinity'
  const own = ['--user', '--map-current-user', '--keep-caps', '--mount']
  const holder = spawn('unshare', [...own, 'sh', '-c', hold, folder, options], { stdio: ['ignore', 'pipe', 'pipe'] })
  let why = ''
  holder.stderr.setEncoding('utf8').on('data', (text: string) => (why += text))
  const mounted = await Promise.race([
    once(holder.stdout, 'data').then(() => true),
    once(holder, 'close').then(
      () => false,
      (error: unknown) => {
        why += String(error)
        return false
      },
    ),
  ])
  if (!mounted) return `no file system of a chosen size can be made here: ${why.trim()}`
  const inIt = ['nsenter', `--target=${holder.pid}`, '--user', '--mount', '--preserve-credentials']
  return {
    seenAt: join(`/proc/${holder.pid}/root`, folder),
    enter: [...inIt, 'sh', '-c', 'cd "$0" && exec "$@"', import.meta.dirname],
    close: () => void holder.kill('SIGKILL'),
  }
}
