// One door being set up: how far it has got, what its controller is told, where it is.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import * as doors from '@gatehouse/contract/access/doors'
import type { Door } from '@gatehouse/contract/access/doors'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { UnlockDoor } from '../../ui/feedback/unlock-door.tsx'
import { Checklist } from './checklist.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { driverWords } from './controller-settings.ts'
import { PlaceForm } from './place-form.tsx'
import { WiringForm } from './wiring-form.tsx'

const askEveryMs = 2_000

export const SetupSheet = ({ doorId, closed }: { readonly doorId: string; readonly closed: To }) => {
  const query = useQuery(queryOf(doors.byId, { doorId }))
  const door = query.data?.door
  return (
    <AnswerSheet
      wide
      op={doors.byId}
      query={query}
      title={door?.name ?? 'Door'}
      subtitle={door && driverWords[door.driver]}
      rows={8}
      failed="The door could not be loaded"
      gone={{
        title: 'There is no such door',
        says: 'It may have been retired, or it is hidden from you by a label.',
      }}
      closed={closed}
      foot={
        door && (
          <>
            <UnlockDoor door={door} />
            <Button component={Link} to={`/doors/${doorId}`} variant="outlined">
              View door
            </Button>
          </>
        )
      }
    >
      {({ door: found }) => <Parts key={found.id} door={found} />}
    </AnswerSheet>
  )
}

const Parts = ({ door }: { readonly door: Door }) => {
  // A device in front of one is watched closely: quarantine and first words are told by no event.
  const query = useQuery({
    ...queryOf(doorSetup.checklist, { doorId: door.id }),
    refetchInterval: askEveryMs,
    refetchOnMount: 'always',
  })
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <div className="grid grid-cols-1 gap-6">
      <View op={doorSetup.checklist} query={query} rows={5} failed="How far it has got could not be loaded">
        {(progress) => (
          <>
            <Checklist door={door} progress={progress} />
            {progress.wiring && <WiringForm doorId={door.id} wiring={progress.wiring} />}
            {progress.connection.username === null ? null : (
              <>
                <ConnectionCard connection={progress.connection} secret={secret} />
                <div>
                  <ConfirmButton
                    variant="outlined"
                    title={`Give ${door.name} a new password?`}
                    action="New password"
                    busy="Making one…"
                    run={async () => setSecret((await call(doorSetup.renewSecret, { doorId: door.id })).secret)}
                  >
                    <p>The old one is out at once: its controller is disconnected until it has the new one.</p>
                  </ConfirmButton>
                </div>
              </>
            )}
          </>
        )}
      </View>
      <PlaceForm door={door} />
    </div>
  )
}
