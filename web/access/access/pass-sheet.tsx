// One visitor pass: its code to show or print, what it opens, and withdrawing it.
import * as passes from '@gatehouse/contract/access/passes'
import type { Pass } from '@gatehouse/contract/access/passes'
import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { To } from 'react-router'
import { call, messageOf } from '../../kit/data/api.ts'
import { useMissing } from '../../kit/can.tsx'
import { useClock } from '../../kit/clock.ts'
import { queryOf } from '../../kit/data/queries.ts'
import { useTimeZone } from '../../kit/time.ts'
import { Confirm } from '../../ui/sheets/confirm.tsx'
import { Fact, Facts } from '../../ui/primitives/facts.tsx'
import { SideSheet } from '../../ui/sheets/side-sheet.tsx'
import { View } from '../../ui/feedback/states.tsx'
import { StatusWord } from '../../ui/primitives/status-word.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { momentText } from './access-words.ts'
import { printPass } from './print-pass.ts'
import { standingOf, usesText } from './pass-words.ts'
import { QrCode } from './qr-code.tsx'

interface PassSheetProps {
  readonly passId: string
  readonly closed: To
}

export const PassSheet = ({ passId, closed }: PassSheetProps) => {
  const query = useQuery(queryOf(passes.byId, { passId }))
  const [withdrawing, setWithdrawing] = useState(false)
  const may = useMissing(passes.withdraw).length === 0
  const answer = query.data
  return (
    <SideSheet
      title={answer?.pass.visitor ?? 'Visitor pass'}
      subtitle={answer?.pass.company}
      closed={closed}
      foot={
        answer && may && answer.pass.state === 'issued' ? (
          <>
            <Button color="error" onClick={() => setWithdrawing(true)}>
              Withdraw
            </Button>
            {answer.pass.email !== null && <ResendButton pass={answer.pass} />}
            {answer.code !== null && <PrintButton pass={answer.pass} code={answer.code} />}
          </>
        ) : undefined
      }
    >
      <View op={passes.byId} query={query} rows={8} failed="This visitor pass could not be loaded">
        {({ pass, code }) => (
          <div className="grid grid-cols-1 content-start gap-4">
            {code !== null && <QrCode text={code} label={`QR code of the pass of ${pass.visitor}`} />}
            <PassFacts pass={pass} />
          </div>
        )}
      </View>
      {answer && withdrawing && (
        <Confirm
          title={`Withdraw the pass of ${answer.pass.visitor}?`}
          action="Withdraw"
          busy="Withdrawing…"
          tone="danger"
          reason={{ label: 'Why' }}
          onConfirm={async (reason) => {
            await call(passes.withdraw, { passId, reason })
            toast('success', `The pass of ${answer.pass.visitor} is withdrawn.`)
          }}
          onClose={() => setWithdrawing(false)}
        >
          <p>It opens nothing from now on, on paper or on a phone. Doors still let the visitor out.</p>
        </Confirm>
      )}
    </SideSheet>
  )
}

const PassFacts = ({ pass }: { readonly pass: Pass }) => {
  const timeZone = useTimeZone()
  const word = useClock((now) => standingOf(pass, now).word)
  const state = useClock((now) => standingOf(pass, now).state)
  const icon = useClock((now) => standingOf(pass, now).icon ?? state)
  return (
    <Facts>
      <Fact label="State">
        <StatusWord state={state} word={word} icon={icon} />
      </Fact>
      <Fact label="To see">{pass.host?.name ?? 'Nobody in particular'}</Fact>
      <Fact label="From">{momentText(pass.from, timeZone)}</Fact>
      <Fact label="Until">{momentText(pass.to, timeZone)}</Fact>
      <Fact label="Entries allowed">{usesText(pass)}</Fact>
      {pass.lastUsedAt !== null && <Fact label="Last entry">{momentText(pass.lastUsedAt, timeZone)}</Fact>}
      {pass.level && <Fact label="Level">{pass.level.name}</Fact>}
      {pass.doors.length > 0 && <Fact label="Doors">{pass.doors.map(({ name }) => name).join(', ')}</Fact>}
      {pass.escortNeeded && <Fact label="Escort">Needed</Fact>}
      {pass.note !== '' && <Fact label="Note">{pass.note}</Fact>}
      <Fact label="Mailed to">{pass.email ?? 'Not mailed'}</Fact>
      <Fact label="Issued">
        {momentText(pass.issuedAt, timeZone)}
        {pass.issuedBy && ` by ${pass.issuedBy}`}
      </Fact>
    </Facts>
  )
}

const ResendButton = ({ pass }: { readonly pass: Pass }) => {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    if (busy) return
    setBusy(true)
    try {
      await call(passes.resend, { passId: pass.id })
      toast('success', `The pass is on its way to ${pass.email}. The link of the letter before is void.`)
    } catch (error) {
      toast('error', messageOf(error, 'It could not be sent. Please try again.'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button aria-disabled={busy} onClick={() => void send()}>
      {busy ? 'Sending…' : 'Mail again'}
    </Button>
  )
}

const PrintButton = ({ pass, code }: { readonly pass: Pass; readonly code: string }) => {
  const timeZone = useTimeZone()
  return (
    <Button variant="contained" onClick={() => printPass(pass, code, (moment) => momentText(moment, timeZone))}>
      Print
    </Button>
  )
}
