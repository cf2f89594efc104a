// The first steps as the server derives them, read again while something is on its way and until they are put away.
import * as setup from '@gatehouse/contract/system/setup'
import { useQuery } from '@tanstack/react-query'
import { useMissing } from '../../kit/can.tsx'
import { queryOf } from '../../kit/data/queries.ts'

const usualMs = 60_000
const sendingMs = 2_000

/** Nothing for whoever may not set up. */
export const useSetUp = () => {
  const enabled = useMissing(setup.read).length === 0
  return useQuery({
    ...queryOf(setup.read, {}),
    enabled,
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => {
      if (data?.testMail?.status === 'queued') return sendingMs
      return data?.demo || data?.hidden ? false : usualMs
    },
  })
}
