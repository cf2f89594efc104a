// What lies between nodes, with ports and folders of its own: Redis, Mosquitto, and nginx in front.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../scripts/free-port.ts'

export interface Service {
  readonly url: string
  start(): Promise<void>
  kill(): Promise<void>
  remove(): Promise<void>
}

/** Keeps nothing: after it was killed it knows of nothing. */
export const aRedis = async (): Promise<Service> => {
  const port = await freePort()
  return aService('redis', port, `redis://127.0.0.1:${port}`, (folder) => [
    needed('GATEHOUSE_REDIS'),
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder],
  ])
}

/** A broker for all: whoever comes may say and hear everything, and nothing is kept. */
export const aMosquitto = async (): Promise<Service> => {
  const port = await freePort()
  return aService('mosquitto', port, `mqtt://127.0.0.1:${port}`, (folder) => {
    const file = join(folder, 'mosquitto.conf')
    writeFileSync(file, `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`)
    return [needed('GATEHOUSE_MOSQUITTO'), '-c', file]
  })
}

/** In front of nodes: whoever polls comes to the same node as long as it is there. */
export const anNginx = async (nodes: readonly number[]): Promise<Service> => {
  const port = await freePort()
  return aService('nginx', port, `http://127.0.0.1:${port}`, (folder) => {
    const file = join(folder, 'nginx.conf')
    writeFileSync(file, settings(folder, port, nodes))
    return [needed('GATEHOUSE_NGINX'), '-c', file, '-p', folder, '-e', join(folder, 'error.log')]
  })
}

const settings = (folder: string, port: number, nodes: readonly number[]) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  map $http_upgrade $connection_upgrade { default upgrade; '' close; }
  upstream gatehouse {
    hash $remote_addr$http_user_agent consistent;
    ${nodes.map((node) => `server 127.0.0.1:${node} max_fails=1 fail_timeout=2s;`).join('\n    ')}
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 20m;
    location / {
      proxy_pass http://gatehouse;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
      proxy_connect_timeout 1s;
      proxy_read_timeout 60s;
      proxy_buffering off;
      add_header X-Node $upstream_addr always;
    }
  }
}
`

const aService = (name: string, port: number, url: string, commandIn: (folder: string) => string[]): Service => {
  const folder = mkdtempSync(join(tmpdir(), `gatehouse-${name}-`))
  // nginx hands its work to a user who is nobody, where root started it.
  chmodSync(folder, 0o755)
  let child: ChildProcess | undefined
  let output = ''
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // nginx has a worker, which only an orderly end takes along.
    child.kill(name === 'nginx' ? 'SIGTERM' : 'SIGKILL')
    await ended
  }
  return {
    url,
    async start() {
      const [program = '', ...args] = commandIn(folder)
      child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (text: Buffer) => (output += text.toString()))
      for (const end = Date.now() + 10_000; !(await listens(port)); await sleep(20))
        if (Date.now() > end || child.exitCode !== null) throw new Error(`${name} does not start: ${output}`)
    },
    kill,
    async remove() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

const needed = (name: string): string => {
  const path = process.env[name]
  if (!path) throw new Error(`${name} is not set: run this with npm run test:cluster`)
  return path
}
