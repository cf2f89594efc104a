// What the set points were: each version with who changed it, when, why, by which source, and who approved it.
import * as setPoints from '@gatehouse/contract/safety/set-points'
import type { SetPointVersion } from '@gatehouse/contract/safety/set-points'
import { setPointChannels } from '@gatehouse/contract/safety/gas-profiles'
import Button from '@mui/material/Button'
import type { To } from 'react-router'
import { channelName } from '../../kit/channel-name.ts'
import { gasTitle } from '../../kit/gas-words.ts'
import { Empty, View } from '../../ui/feedback/states.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { usePages } from '../../ui/tables/data-pages.ts'
import { FilterChoice } from '../../ui/tables/filter-choice.tsx'
import { TableFoot } from '../../ui/tables/table-foot.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import { When } from '../../ui/time/when.tsx'
import { hysteresisText, slotTitle, valueText } from './set-point-words.ts'

interface HistorySheetProps {
  /** Of one set point; empty: of all. */
  readonly ruleId: string
  readonly areaName: (areaId: string | null, isNewArea: boolean) => string
  readonly closed: To
}

export const HistorySheet = ({ ruleId, areaName, closed }: HistorySheetProps) => {
  const filters = useUrlFilters()
  const channel = setPointChannels.find((one) => one === filters.get('channel'))
  const { query, answers, more } = usePages(setPoints.history, (page) => ({
    ...page,
    ...(ruleId === '' ? (channel ? { channel } : {}) : { ruleId }),
  }))
  const versions = answers.flatMap((answer) => answer.versions)
  const [first] = versions
  return (
    <SideSheet
      wide
      title="History of set points"
      subtitle={
        ruleId === ''
          ? 'Newest first: who changed what, when, why and by which source'
          : first && `${slotTitle(first)}, ${areaName(first.areaId, false)}`
      }
      closed={closed}
    >
      <div className="grid gap-4">
        {ruleId === '' && (
          <FilterChoice
            label="Channel"
            value={channel ?? ''}
            options={[
              ['', 'All'],
              ...setPointChannels.map((one) => [one, `${gasTitle(one)} (${channelName(one)})`] as const),
            ]}
            onChange={(next) => filters.set({ channel: next })}
          />
        )}
        <View op={setPoints.history} query={query} rows={10} failed="The history could not be loaded">
          {() =>
            versions.length === 0 ? (
              <Empty title={channel ? `No versions of ${gasTitle(channel).toLowerCase()}` : 'No versions yet'}>
                <p>Each change of a set point is recorded here.</p>
                {channel && (
                  <Button variant="outlined" onClick={() => filters.set({ channel: '' })}>
                    Show all channels
                  </Button>
                )}
              </Empty>
            ) : (
              <>
                <ol className="grid">
                  {versions.map((version) => (
                    <Version key={version.id} version={version} areaName={areaName} />
                  ))}
                </ol>
                <TableFoot more={more} rows={versions.length} noun={['version', 'versions']} />
              </>
            )
          }
        </View>
      </div>
    </SideSheet>
  )
}

interface VersionProps extends Pick<HistorySheetProps, 'areaName'> {
  readonly version: SetPointVersion
}

const Version = ({ version, areaName }: VersionProps) => {
  const { isInForce, channel, source, at, by, approvedBy, reason, areaId } = version
  return (
    <li className="grid gap-1 border-t border-t-line py-3 wrap-anywhere">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <strong>
          {slotTitle(version)}:{' '}
          {isInForce ? `${valueText(version, channel)}${hysteresisText(channel, version)}` : 'no set point any more'}
        </strong>
        <span className="text-sm text-muted">
          Version {version.version}, {areaName(areaId, false)}
        </span>
      </span>
      <span>
        {by ?? 'Gatehouse'}, <When at={at} />
        {approvedBy !== null && `, approved by ${approvedBy}`}
      </span>
      {reason !== null && <span>{reason}</span>}
      <span className="text-sm text-muted">Source: {source.text}</span>
    </li>
  )
}
