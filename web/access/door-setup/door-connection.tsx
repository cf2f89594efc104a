// The connection of one door: how far it has got, and what its controller has to be set to.
import * as doorSetup from '@gatehouse/contract/access/door-setup'
import type { Door } from '@gatehouse/contract/access/doors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { ConfirmButton } from '../../ui/sheets/confirm-button.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { Checklist } from './checklist.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { WiringForm } from './wiring-form.tsx'

const askEveryMs = 2_000

export const DoorConnection = ({ door }: { readonly door: Door }) => {
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
    </div>
  )
}
