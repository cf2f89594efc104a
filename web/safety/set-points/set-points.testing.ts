// Set points for tests: those of a company and of an area, proposed changes, and their page.
import * as devices from '@gatehouse/contract/building/devices'
import * as sites from '@gatehouse/contract/building/sites'
import type { Output } from '@gatehouse/contract/operation'
import type { Permission } from '@gatehouse/contract/permissions'
import { usualHysteresis } from '@gatehouse/contract/safety/gas-profiles'
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { Difference, Proposal, SetPoint, SetPointArea } from '@gatehouse/contract/safety/set-points'
import { screen, within } from '@testing-library/dom'
import { aBrowser, uuid } from '../../kit/testing/browser.testing.tsx'
import { advance, beganAt } from '../../kit/testing/fake-time.testing.ts'

export const pages = [
  {
    path: '/set-points',
    load: async () => (await import('./set-points-section.tsx')).SetPointsSection,
    permissions: [],
  },
]
export const garage = uuid(20)
const company = null
export const maker = 'Industrial Scientific, default alarm settings'
const places = { sites: [], zones: [{ id: uuid(31), name: 'Car park south' }], devices: [] }

export const aPoint = (changes: Partial<SetPoint> = {}): SetPoint => ({
  ruleId: uuid(10),
  version: 2,
  channel: 'CO',
  stage: 'low',
  comparison: 'above',
  value: 35,
  seconds: 0,
  hysteresis: usualHysteresis(changes.channel ?? 'CO', changes.value ?? 35),
  unit: 'ppm',
  severity: 'high',
  source: { profile: 'standard', text: maker },
  changed: { at: beganAt, by: 'Ingrid Sørensen', approvedBy: null, reason: 'Commissioning' },
  others: [],
  ...changes,
})

export const areas: SetPointArea[] = [
  {
    id: company,
    places: { sites: [], zones: [], devices: [] },
    profile: 'standard',
    setPoints: [
      aPoint(),
      aPoint({ ruleId: uuid(11), stage: 'high', value: 70, severity: 'critical' }),
      aPoint({ ruleId: uuid(12), channel: 'O2', stage: 'deficiency', comparison: 'below', value: 19.5, unit: '%vol' }),
    ],
  },
  {
    id: garage,
    places,
    profile: 'car-park',
    setPoints: [
      aPoint({
        ruleId: uuid(13),
        stage: 'high',
        value: 150,
        seconds: 60,
        source: { profile: 'car-park', text: 'EN 50545-1, car parks, for 1 minute' },
      }),
    ],
  },
]

export const answer = (changes: Partial<Output<typeof setPoints.list>> = {}): Output<typeof setPoints.list> => ({
  secondPerson: false,
  areas,
  additional: [{ ruleId: uuid(14), name: 'Boiler room CO', channel: 'CO', comparison: 'above', value: 20 }],
  ...changes,
})

const own = (value: number) => ({ value, seconds: 0, source: { profile: null, text: 'Risk assessment 12' } })
export const raised: Difference = {
  what: 'set-point',
  areaId: company,
  isNewArea: false,
  channel: 'CO',
  stage: 'low',
  before: { value: 35, seconds: 0, source: { profile: 'standard', text: maker } },
  after: own(40),
  isLooser: true,
}
export const lowered: Difference = { ...raised, after: own(30), isLooser: false }

export const aProposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: uuid(40),
  state: 'pending',
  change: {
    kind: 'values',
    areaId: company,
    values: [{ channel: 'CO', stage: 'low', value: 30, seconds: 0, source: 'Risk assessment 12' }],
  },
  differences: [lowered],
  places: [],
  reason: 'The new boiler',
  proposedAt: beganAt,
  proposedBy: 'Kwame Mensah',
  expiresAt: '2026-12-07T10:00:00.000Z',
  decided: null,
  isOutdated: false,
  isOwn: false,
  ...changes,
})

interface Opened {
  readonly list?: Partial<Output<typeof setPoints.list>>
  readonly proposals?: Proposal[]
  readonly permissions?: readonly Permission[]
  readonly width?: number
}

export const opens = async (sheet = '', { list, proposals = [], permissions, width }: Opened = {}) => {
  const browser = aBrowser(width === undefined ? {} : { width })
  const { server } = browser
  browser.signedIn({ permissions: permissions ?? ['view_gas_detection', 'manage_gas', 'read_dashboard'] })
  server.hangsOtherwise()
  server.answers(setPoints.list, answer(list))
  server.answers(setPoints.proposals, { proposals, next: null })
  server.answers(setPoints.preview, { differences: [lowered], looser: [] })
  server.answers(setPoints.apply, { differences: [lowered] })
  server.answers(sites.list, {
    sites: [
      {
        id: uuid(30),
        name: 'Meridian Tower',
        timeZone: 'Europe/London',
        floors: [],
        zones: [{ id: uuid(31), name: 'Car park south', floorId: null, use: null }],
      },
    ],
  })
  server.answers(devices.list, { devices: [] })
  await browser.open(`/set-points${sheet === '' ? '' : `?sheet=${sheet}`}`, undefined, pages)
  await advance('1 s')
  return browser
}
export const dialog = () => within(screen.getByRole('dialog'))
/** The sheet of one value. */
export const valueSheet = 'value:company:CO:low'
