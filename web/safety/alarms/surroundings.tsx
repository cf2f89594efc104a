// Where an alarm is: its device and whether somebody works at it, the plan that this or its zone is on, and the doors beside it,
// live.
import * as alarms from '@gatehouse/contract/safety/alarms'
import type { Alarm } from '@gatehouse/contract/safety/alarms'
import * as devices from '@gatehouse/contract/building/devices'
import * as doors from '@gatehouse/contract/access/doors'
import type { Output } from '@gatehouse/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useHolds } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { keyOf } from '../../kit/live/live-cache.ts'
import { useReadAgain } from '../../kit/live/use-read-again.ts'
import { OutOfServiceText, OutOfServiceWord } from '../../ui/primitives/out-of-service.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { ServiceButton } from '../../ui/sheets/service-button.tsx'
import { viewDoor } from '../../ui/theme/door-state.ts'

type Answer = Output<typeof alarms.surroundings>

export const Surroundings = ({ alarm: { id } }: { readonly alarm: Alarm }) => {
  const { data, refetch } = useQuery({ ...queryOf(alarms.surroundings, { id }), refetchOnMount: 'always' })
  const isShown = (deviceId: string) => data?.doors.find((door) => door.id === deviceId)
  useReadAgain(keyOf(alarms.surroundings, { id }), doors.changed, ({ deviceId }) => isShown(deviceId) !== undefined)
  // Of all that devices say of themselves, only that one came or went.
  useReadAgain(keyOf(alarms.surroundings, { id }), devices.statusChanged, (device) => {
    const door = isShown(device.id)
    return door !== undefined && door.online !== device.online
  })
  const mayReadDoors = useHolds(['read_doors'])
  if (!data) return null
  const { device, plan, doors: beside } = data
  return (
    <>
      {device && (
        <section aria-label="Its device" className="grid justify-items-start gap-2">
          {device.outOfService && (
            <p>
              <OutOfServiceWord /> <OutOfServiceText of={device.outOfService} />
            </p>
          )}
          <ServiceButton device={device} then={refetch} />
          {plan && mayReadDoors && (
            <Link to={`/doors/plan?floor=${plan.floorId}&device=${device.id}`} className={linkLook}>
              Show on the plan of {plan.floor}
            </Link>
          )}
        </section>
      )}
      {!device && plan && mayReadDoors && (
        <Link to={`/doors/plan?floor=${plan.floorId}`} className={`${linkLook} justify-self-start`}>
          Show the plan of {plan.floor}
        </Link>
      )}
      {beside.length > 0 && <DoorsBeside doors={beside} />}
    </>
  )
}

const linkLook = 'inline-flex min-h-[24px] items-center pointer-coarse:min-h-touch'

const DoorsBeside = ({ doors: beside }: Pick<Answer, 'doors'>) => (
  <section aria-label="Doors beside it">
    <h3>Doors beside it</h3>
    <ul>
      {beside.map((door) => {
        const { state, word, icon } = viewDoor(door)
        return (
          <li key={door.id}>
            <Link
              to={`/doors/${door.id}`}
              className="grid min-h-touch grid-cols-[minmax(0,1fr)_auto] content-center items-baseline gap-x-3 border-t border-t-line p-2 text-inherit no-underline hover:bg-sunken"
            >
              <span className="wrap-anywhere">
                <strong className="font-semibold">{door.name}</strong>
                <span className="text-sm text-muted"> {door.isAdjacent ? 'next zone' : 'same zone'}</span>
              </span>
              {door.outOfService ? <OutOfServiceWord /> : <StatusWord state={state} word={word} icon={icon} live />}
            </Link>
          </li>
        )
      })}
    </ul>
  </section>
)
