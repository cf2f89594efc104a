// The MQTT broker in front of Node-RED: Mosquitto where the system has it, else aedes in a process of its own.
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../scripts/free-port.ts'
import { runHome } from './cache.ts'
import { loaderCpu, type Running, start, until } from './kit/processes.ts'

export interface Account {
  readonly username: string
  readonly password: string
}

export interface Broker {
  readonly name: string
  readonly port: number
  readonly running: Running
}

/** Every account may touch `gatehouse/v1/{username}/#`; the reader may read everything. */
export const startBroker = async (devices: readonly Account[], reader: Account): Promise<Broker> => {
  const port = await freePort()
  const program = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto', '/opt/homebrew/sbin/mosquitto'].find(existsSync)
  const running = program ? mosquitto(program, port, devices, reader) : aedes(port, devices, reader)
  await until(running, 15, () => listens(port))
  return { name: program ? 'Mosquitto' : 'aedes', port, running }
}

const mosquitto = (program: string, port: number, devices: readonly Account[], reader: Account) => {
  const folder = runHome()
  const write = (name: string, text: string) => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o644 })
    chmodSync(path, 0o644)
    return path
  }
  const passwords = write('mosquitto.passwords', [...devices, reader].map(hashed).join(''))
  const rights = write(
    'mosquitto.rights',
    `user ${reader.username}\ntopic read gatehouse/#\npattern write gatehouse/v1/%u/#\n`,
  )
  // Its limits lifted: by default it would throw away what Node-RED cannot take at once.
  const settings = write(
    'mosquitto.conf',
    `listener ${port} 127.0.0.1
allow_anonymous false
password_file ${passwords}
acl_file ${rights}
max_inflight_messages 1000
max_queued_messages 0
max_queued_bytes 0
persistence false
set_tcp_nodelay true
log_type error
`,
  )
  return start(program, ['-c', settings], { name: 'mosquitto', cpu: loaderCpu })
}

const aedes = (port: number, devices: readonly Account[], reader: Account) => {
  const script = fileURLToPath(new URL('aedes-broker.ts', import.meta.url))
  const running = start(process.execPath, [script], { name: 'aedes-broker', cpu: loaderCpu })
  running.child.send({ port, accounts: [...devices, reader] })
  return running
}

/** Mosquitto's own format: PBKDF2 with SHA-512, 101 rounds, 12 bytes of salt. */
const hashed = ({ username, password }: Account) => {
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(password, salt, 101, 64, 'sha512')
  return `${username}:$7$101$${salt.toString('base64')}$${hash.toString('base64')}\n`
}

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
