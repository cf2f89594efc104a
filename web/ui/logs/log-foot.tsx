// Below a log: that more comes, that it does not, or that this is all.
import Button from '@mui/material/Button'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'

interface LogFootProps {
  readonly query: Pick<UseInfiniteQueryResult, 'isFetchNextPageError' | 'fetchNextPage' | 'hasNextPage'>
  readonly rows: number
  readonly older: string
  readonly noun: readonly [one: string, many: string] | undefined
}

export const LogFoot = ({ query, rows, older, noun: [one, many] = ['row', 'rows'] }: LogFootProps) => {
  if (query.isFetchNextPageError) {
    return (
      <p className="px-4 py-3 text-center text-muted" role="alert">
        Older {older} could not be loaded.{' '}
        <Button size="small" onClick={() => void query.fetchNextPage()}>
          Retry
        </Button>
      </p>
    )
  }
  return (
    <p className="px-4 py-3 text-center text-muted">
      {query.hasNextPage ? `Loading older ${older}…` : `That is all: ${rows} ${rows === 1 ? one : many}`}
    </p>
  )
}
