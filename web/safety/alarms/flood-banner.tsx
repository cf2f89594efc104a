// That alarms come faster than one person can deal with them, and how to see what is behind it.
import { guidance } from '@gatehouse/contract/safety/alarm-health'
import Button from '@mui/material/Button'
import { Strip, Strips } from '../../ui/primitives/strip.tsx'
import { type Grouping, groupings } from './alarm-groups.tsx'

interface FloodBannerProps {
  readonly inTenMinutes: number
  readonly group: Grouping | ''
  readonly onGroup: (group: Grouping | '') => void
}

export const FloodBanner = ({ inTenMinutes, group, onGroup }: FloodBannerProps) => {
  if (inTenMinutes <= guidance.floodInTenMinutes) return null
  const other: Grouping = group === 'zone' ? 'incident' : 'zone'
  const offered: readonly Grouping[] = group === '' ? ['incident', 'zone'] : [other]
  return (
    <Strips>
      <Strip
        state="critical"
        icon="critical"
        end={
          <span className="flex flex-wrap gap-2">
            {offered.map((by) => (
              <Button key={by} variant="outlined" onClick={() => onGroup(by)}>
                Group by {groupings[by].toLowerCase()}
              </Button>
            ))}
            {group !== '' && <Button onClick={() => onGroup('')}>Ungroup</Button>}
          </span>
        }
      >
        <strong>Alarm flood: {inTenMinutes.toLocaleString('en-GB')} alarms in 10 minutes</strong>
      </Strip>
    </Strips>
  )
}
