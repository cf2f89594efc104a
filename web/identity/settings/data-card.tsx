// A copy of all that is kept about me.
import { exportMine } from '@gatehouse/contract/identity/profile'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useState } from 'react'
import { download, messageOf } from '../../kit/data/api.ts'
import { serverNow } from '../../kit/clock.ts'
import { Card } from '../../ui/primitives/card.tsx'
import { Failure } from '../../ui/feedback/failure.tsx'
import { saveFile } from '../../ui/tables/save-and-print.ts'
import { Done, Row } from './row.tsx'

export const DataCard = () => {
  const [asking, setAsking] = useState<AbortController | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)

  const fetchIt = async () => {
    const controller = new AbortController()
    setAsking(controller)
    setMessage(null)
    setFailure(null)
    try {
      const bytes = await download(exportMine, {}, { signal: controller.signal })
      saveFile(bytes, `gatehouse-my-data-${new Date(serverNow()).toISOString().slice(0, 10)}.json`)
      setMessage(`Your browser has it: ${sizeWords(bytes.size)}.`)
    } catch (error) {
      if (!controller.signal.aborted) setFailure(messageOf(error, 'Your data could not be fetched. Please try again.'))
    } finally {
      setAsking(null)
    }
  }

  return (
    <Card title="Your data">
      <div className="grid px-4 pb-3">
        <Row
          plain
          name="Everything that Gatehouse keeps about you, as one file"
          more="JSON, for you and for programs: profile, sessions, roles, entries and exits, what you did. No secrets."
        >
          {asking ? (
            <Button onClick={() => asking.abort()}>Cancel</Button>
          ) : (
            <Button variant="outlined" onClick={() => void fetchIt()}>
              Download my data
            </Button>
          )}
        </Row>
        {asking && <LinearProgress aria-label="Gathering your data" />}
        <Done>{asking ? 'Gathering your data…' : message}</Done>
        <Failure text={failure} />
      </div>
    </Card>
  )
}

const sizeWords = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
