// A copy of the source to seed faults in: files of git, and the installed packages linked instead of copied.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** What is in the folder now, or was with a commit. */
export const copyOf = (root: string, commit: string | undefined): string => {
  const copy = mkdtempSync(join(tmpdir(), 'gatehouse-mutations-'))
  // As root the database of the tests is another user, who has to be able to read it.
  chmodSync(copy, 0o755)
  if (commit === undefined) copyFiles(root, copy)
  else unpack(root, copy, commit)
  for (const folder of ['.', ...readdirSync(copy)]) {
    const packages = join(folder, 'node_modules')
    if (existsSync(join(root, packages))) link(join(root, packages), join(copy, packages))
  }
  return copy
}

const copyFiles = (root: string, copy: string) => {
  const listed = git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  for (const file of new Set(listed.split('\0'))) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
}

const unpack = (root: string, copy: string, commit: string) => {
  const archive = join(copy, 'source.tar')
  git(root, ['archive', '--format=tar', `--output=${archive}`, commit])
  const { status } = spawnSync('tar', ['-xf', archive, '-C', copy], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${commit} could not be unpacked`)
  rmSync(archive)
}

const git = (cwd: string, args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 << 20 })
  if (status !== 0) throw new Error(stderr.trim())
  return stdout
}

// What tools write there is theirs: a link to it would change the original.
const written = ['.vite', '.cache', '.gatehouse']

const link = (from: string, to: string) => {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (written.includes(entry.name)) continue
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (entry.isDirectory()) link(source, target)
    else linkOrCopy(source, target)
  }
}

const linkOrCopy = (source: string, target: string) => {
  try {
    linkSync(source, target)
  } catch {
    copyFileSync(source, target)
  }
}
