// Every door with what it last reported.
import type { Alarm } from '@gatehouse/contract/access/doors'
import type { Device } from '@gatehouse/contract/building/devices'
import { memo } from 'react'
import { Icon } from '../../ui/primitives/icon.tsx'
import { Age } from '../../ui/time/age.tsx'
import { isMany } from '../../ui/tables/many.ts'
import { ScrollRegion } from '../../ui/primitives/scroll-region.tsx'
import { later } from '../../ui/feedback/later.tsx'
import { Empty } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { UnlockDoor } from '../../ui/feedback/unlock-door.tsx'
import { useDoorAlarms } from './door-alarms.ts'
import { viewDevice } from './door-and-alarm.ts'
import { alarmsFirst } from './doors-needing.tsx'
import styles from './doors-card.module.css'

const AddFirstDoor = later(async () => (await import('./add-first-door.tsx')).AddFirstDoor, 'silent')

export const DoorTiles = memo(({ doors }: { readonly doors: readonly Device[] }) => {
  const alarms = useDoorAlarms()
  if (doors.length === 0) {
    return (
      <Empty title="No doors yet">
        <p>Doors appear here as soon as one is registered and may be seen with your labels.</p>
        <AddFirstDoor />
      </Empty>
    )
  }
  return (
    <ScrollRegion label="Every door" className={undefined} bounded={isMany(doors)}>
      <ul
        className={`${styles.tiles} grid grid-cols-[repeat(auto-fill,minmax(min(18rem,100%),1fr))] gap-x-4 px-4 pt-0 pb-3`}
        data-many={isMany(doors) || undefined}
      >
        {alarmsFirst(doors, alarms).map((door) => (
          <DoorTile key={door.id} door={door} alarm={alarms.get(door.id)} />
        ))}
      </ul>
    </ScrollRegion>
  )
})

interface DoorTileProps {
  readonly door: Device
  readonly alarm: Alarm | undefined
}

const DoorTile = memo(({ door, alarm }: DoorTileProps) => {
  const { state, word, icon, remarks, contact, at } = viewDevice(door, alarm)
  return (
    <li
      className={styles.tile}
      data-state={state}
      data-room={remarks.length > 0 || undefined}
      data-testid={`door-${door.key}`}
      data-tip={at ? `${door.key}|${at}` : door.key}
      data-rove
      tabIndex={-1}
    >
      <span className={`${styles.name} font-semibold wrap-anywhere [grid-area:name]`}>{door.name}</span>
      {remarks.length > 0 ? (
        <span className={`${styles.remarks} text-sm text-muted [grid-area:remarks]`}>{remarks.join(' · ')}</span>
      ) : (
        <span className="inline-flex min-w-[4.25rem] items-baseline gap-1 text-sm text-muted [grid-area:contact] [&>svg]:self-center">
          <Icon name={contact === 'Open' ? 'open' : 'closed'} />
          <span className="visually-hidden">Contact: </span>
          <span>{contact}</span>
        </span>
      )}
      <span className={styles.state}>
        {/* There is room for `Unlocked`, and none for how long. */}
        <StatusWord state={state} word={word.split(' (')[0]} icon={icon} live />
      </span>
      <Age at={at} />
      <span className={styles.act}>
        <UnlockDoor door={door} look="sign" />
      </span>
    </li>
  )
})
