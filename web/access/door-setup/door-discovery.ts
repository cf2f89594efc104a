// Where devices that introduced themselves are listed, and how they are refused or approved: of doors by those who manage
// doors, of every device by those who manage integrations.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import * as devices from '@gatehouse/contract/building/devices'
import { call } from '../../kit/data/api.ts'

type What = Pick<devices.Discovered, 'driver' | 'address' | 'revision'>

export interface Discovery {
  readonly op: typeof doorSetup.discovered | typeof devices.discovered
  readonly refuse: (what: What) => Promise<unknown>
  readonly approve: (deviceId: string, revision: string) => Promise<unknown>
}

export const doorDiscovery: Discovery = {
  op: doorSetup.discovered,
  refuse: (what) => call(doorSetup.refuse, what),
  approve: (doorId, revision) => call(doorSetup.approve, { doorId, revision }),
}

export const deviceDiscovery: Discovery = {
  op: devices.discovered,
  refuse: (what) => call(devices.refuse, what),
  approve: (deviceId, revision) => call(devices.approveChange, { deviceId, revision }),
}
