// A polled device being registered, or its connection changed, once all that the form needs is there.
import * as devices from '@gatehouse/contract/building/devices'
import * as polling from '@gatehouse/contract/building/polling'
import type { ConnectionState } from '@gatehouse/contract/building/polling'
import * as sites from '@gatehouse/contract/building/sites'
import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router'
import { call } from '../../kit/data/api.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { Empty } from '../../ui/feedback/states.tsx'
import { AnswerSheet } from '../../ui/sheets/answer-sheet.tsx'
import { begun, fieldsOf, settingsOf } from './poll-fields.ts'
import { PolledForm } from './polled-form.tsx'
import { connectionWord } from './poll-words.ts'

export const NewPolled = ({ closed }: { readonly closed: To }) => {
  const query = useQuery(queryOf(sites.list, {}))
  const all = query.data?.sites ?? []
  const [first] = all
  if (first)
    return (
      <PolledForm
        title="Add a polled device"
        subtitle="A gas transmitter that this server reads"
        begins={begun(first.id)}
        sites={all}
        draft="polled device new"
        label="Add device"
        closed={closed}
        send={async (fields) => {
          const { name, siteId, zoneId, key, protocol } = fields
          await call(devices.register, {
            kind: 'gas',
            name: name.trim(),
            siteId,
            driver: protocol,
            settings: settingsOf(fields),
            ...(zoneId === '' ? {} : { zoneId }),
            ...(key.trim() === '' ? {} : { key: key.trim() }),
          })
          return `${name.trim()} is added, and polled from now on.`
        }}
      />
    )
  return (
    <AnswerSheet
      wide
      op={sites.list}
      query={query}
      title="Add a polled device"
      rows={6}
      failed="The sites could not be loaded"
      closed={closed}
    >
      {() => (
        <Empty title="No sites yet">
          <p>A device is at a site. Somebody who manages sites has to add one first.</p>
        </Empty>
      )}
    </AnswerSheet>
  )
}

interface PolledSheetProps {
  readonly deviceId: string
  /** null: it is not among the polled devices. */
  readonly connection: ConnectionState | null
  readonly closed: To
}

export const PolledSheet = ({ deviceId, connection, closed }: PolledSheetProps) => {
  const query = useQuery(queryOf(polling.settings, { deviceId }))
  const name = connection?.name ?? 'Polled device'
  if (query.data)
    return (
      <PolledForm
        title={name}
        subtitle={connection && `${connectionWord(connection).word}. ${connection.address}`}
        begins={fieldsOf(query.data.settings)}
        sites={null}
        draft={`polled device ${deviceId}`}
        label="Save connection"
        closed={closed}
        send={async (fields) => {
          await call(polling.changeSettings, { deviceId, settings: settingsOf(fields) })
          return `The connection of ${name} is saved. It is polled anew.`
        }}
      />
    )
  return (
    <AnswerSheet
      wide
      op={polling.settings}
      query={query}
      title={name}
      rows={10}
      failed="The connection could not be loaded"
      gone={{ title: 'This device is not there', says: 'It was retired since the link was made, or it is not polled.' }}
      closed={closed}
    >
      {() => null}
    </AnswerSheet>
  )
}
