// One door, from whatever page: operating it, its settings, its connection and its history, each for those who may. Which
// part is shown is in the address.
import * as decisions from '@gatehouse/contract/access/decisions'
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import { isUnderWay } from '@gatehouse/contract/access/commands'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, type To } from 'react-router'
import { Can, useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'
import { later } from '../../ui/feedback/later.tsx'
import { SkeletonRows } from '../../ui/feedback/states.tsx'
import { PageTabs } from '../../ui/primitives/page-tabs.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { useUrlFilters } from '../../ui/tables/url-filters.ts'
import '../doors/door-lists.live.ts'
import { DoorOperate } from '../doors/door-operate.tsx'
import { placeOf } from '../doors/door-parts.ts'

const DoorHistory = later(async () => (await import('../doors/door-history.tsx')).DoorHistory)
const DoorSettings = later(async () => (await import('../doors/door-settings.tsx')).DoorSettings)
const PlaceForm = later(async () => (await import('../door-setup/place-form.tsx')).PlaceForm)
const DoorConnection = later(async () => (await import('../door-setup/door-connection.tsx')).DoorConnection)
const DoorAccess = later(async () => (await import('../decisions/door-access.tsx')).DoorAccess)

const askEveryMs = 2_000

export type DoorTab = 'operate' | 'settings' | 'connection' | 'history'

const tabs = [
  { name: 'operate', label: 'Operate', op: doors.byId },
  { name: 'settings', label: 'Settings', op: doors.update },
  { name: 'connection', label: 'Connection', op: doors.update },
  { name: 'history', label: 'History', op: doors.commands },
] as const

interface DoorSheetProps {
  readonly id: string
  readonly closed: To
  /** What is shown where the address names none. */
  readonly first?: DoorTab
}

export const DoorSheet = ({ id, closed, first = 'operate' }: DoorSheetProps) => {
  const address = useUrlFilters()
  const mayManage = useMissing(doors.update).length === 0
  const shown = tabs.filter(({ op }) => op !== doors.update || mayManage)
  const wanted = address.get('tab') || first
  const tab = shown.find(({ name }) => name === wanted)?.name ?? 'operate'
  const asked = useQuery({
    ...queryOf(doors.byId, { doorId: id }),
    refetchOnMount: 'always',
    // Events bring it; this is for when they do not.
    refetchInterval: ({ state }) =>
      state.data?.door.command && isUnderWay(state.data.door.command) ? askEveryMs : false,
  })
  const door = asked.data?.door
  return (
    <AnswerSheet
      op={doors.byId}
      query={asked}
      title={door?.name ?? 'Door'}
      subtitle={door && placeOf(door)}
      wide={mayManage}
      rows={10}
      failed="The door could not be loaded"
      gone={{
        title: 'There is no such door',
        says: 'It may have been retired, or it is hidden from you by a label.',
        next: <Link to={closed}>Go to the doors</Link>,
      }}
      closed={closed}
    >
      {({ door: found }) => (
        <div className="-mt-3 grid grid-cols-1 gap-4">
          <PageTabs
            label={`Parts of ${found.name}`}
            tabs={shown}
            chosen={tab}
            onChoose={(name) => address.set({ tab: name === first ? '' : name })}
          >
            <Suspense fallback={<SkeletonRows rows={8} />}>
              {tab === 'operate' && (
                <div>
                  <DoorOperate
                    door={found}
                    asks={address.get('ask') === 'unlock'}
                    onAsk={(asks) => address.set({ ask: asks ? 'unlock' : '' })}
                  />
                </div>
              )}
              {tab === 'settings' && <SettingsTab door={found} closed={closed} />}
              {tab === 'connection' && <DoorConnection door={found} />}
              {tab === 'history' && <DoorHistory doorId={found.id} />}
            </Suspense>
          </PageTabs>
        </div>
      )}
    </AnswerSheet>
  )
}

const SettingsTab = ({ door, closed }: { readonly door: Door; readonly closed: To }) => (
  <div className="grid grid-cols-1 gap-6">
    <PlaceForm door={door} />
    <DoorSettings door={door} closed={closed} />
    <Can op={decisions.change}>
      <DoorAccess doorId={door.id} />
    </Can>
  </div>
)
