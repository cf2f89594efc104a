// A company of one test, with its people, its site and its devices: nobody else is in it, and it sees nobody else.
import type { Permission, SystemRole } from '@gatehouse/contract/permissions'
import type { APIRequestContext, Page } from '@playwright/test'
import type { Pool } from 'pg'
import * as building from '../../server/testing/building.testing.ts'
import { enterAs, signIn, type Signed } from './accounts.ts'
import {
  type Actuator,
  connectActuator,
  connectCounter,
  connectDetector,
  connectDoor,
  type Counter,
  type Detector,
  type Door,
} from './devices.ts'
import type { Place } from './product.ts'

export interface Person extends building.AUser {
  readonly name: string
  /** `card:...`; empty: none. */
  readonly card: string
}

interface PersonOptions {
  readonly name?: string
  readonly role?: Exclude<SystemRole, 'platform admin'>
  /** Beyond what the role holds. */
  readonly can?: readonly Permission[]
  readonly labels?: readonly string[]
  /** `card:0000000001` */
  readonly card?: string
}

interface DeviceOptions {
  readonly name?: string
  readonly zone?: string
}

interface DoorOptions extends DeviceOptions {
  readonly leadsTo?: string
  readonly leadsFrom?: string
  readonly reasonAsked?: 'never' | 'hold' | 'always'
}

export interface Company extends building.ACompany {
  aPerson(options?: PersonOptions): Promise<Person>
  /** That there is one of the roles every company starts with, also where nobody holds it yet. */
  aRole(role: Exclude<SystemRole, 'platform admin'>): Promise<string>
  aFloor(name: string, level?: number): Promise<string>
  aZone(name?: string, floor?: string): Promise<string>
  aLabel(on?: { zone?: string; device?: string; site?: string; name?: string }): Promise<string>
  /** On line, locked and shut, once this resolves. */
  aDoor(options?: DoorOptions): Promise<Door>
  /** So many that were never on line. */
  furtherDoors(count: number): Promise<void>
  aDetector(options?: DeviceOptions): Promise<Detector>
  aCounter(options?: DeviceOptions): Promise<Counter>
  /** On line and off, once this resolves. */
  anActuator(options?: DeviceOptions): Promise<Actuator>
  /** Somebody without an account stands in a zone. */
  isInside(person: { readonly id: string }, zone: string): Promise<void>
  /** As if whoever looks after the installation had allowed it: what it writes may be public. */
  mayPublish(): Promise<void>
  /** Signs the page's browser in without its sign-in page. */
  enter(page: Page, person: Person): Promise<Signed>
  /** Of somebody who only asks the server. */
  signIn(request: APIRequestContext, person: Person): Promise<Signed>
  end(): Promise<void>
}

export const createCompany = async (store: Pool, place: Place): Promise<Company> => {
  const company = await building.aCompany(store)
  const devices: { end(): Promise<void> }[] = []
  const connected = async <D extends { end(): Promise<void> }>(connecting: Promise<D>): Promise<D> => {
    const device = await connecting
    devices.push(device)
    return device
  }
  return {
    ...company,
    async aPerson({ name = 'Ada Okafor', role, card = '', ...options } = {}) {
      const user = await building.aUser(store, company, { name, ...options, ...(card === '' ? {} : { card }) })
      if (role) await building.aSystemRole(store, company, role, [user])
      return { ...user, name, card }
    },
    aRole: (role) => building.aSystemRole(store, company, role),
    aFloor: (name, level = 0) => building.aFloor(store, company, name, level),
    aZone: (name, floor) => building.aZone(store, company, name, floor),
    aLabel: (on) => building.aLabel(store, company, on),
    async aDoor({ name = 'Front door', ...options } = {}) {
      const device = await building.aDevice(store, company, 'door', { name, ...options })
      return connected(connectDoor(place, { ...device, name }))
    },
    async furtherDoors(count) {
      for (let n = 1; n <= count; n++) await building.aDevice(store, company, 'door', { name: `Further door ${n}` })
    },
    async aDetector({ name = 'Detector', ...options } = {}) {
      const device = await building.aDevice(store, company, 'gas', { name, ...options })
      return connected(connectDetector(place, { ...device, name }))
    },
    async aCounter({ name = 'Counter', ...options } = {}) {
      const device = await building.aDevice(store, company, 'counter', { name, ...options })
      return connected(connectCounter(place, { ...device, name }))
    },
    async anActuator({ name = 'Fan', ...options } = {}) {
      const device = await building.aDevice(store, company, 'actuator', { name, ...options })
      return connected(connectActuator(place, { ...device, name }))
    },
    isInside: (person, zone) => building.putInside(store, company, person, zone),
    async mayPublish() {
      await store.query('update company set publishes = true where id = $1', [company.id])
    },
    enter: (page, { email, password }) => enterAs(page, email, password),
    signIn: (request, { email, password }) => signIn(request, email, password),
    async end() {
      await Promise.all(devices.map((device) => device.end()))
    },
  }
}
