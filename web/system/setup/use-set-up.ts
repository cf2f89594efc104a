// The first steps as the server derives them, read again while something is on its way.
import * as setup from '@gatehouse/contract/system/setup'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../kit/data/queries.ts'

const usualMs = 60_000
const sendingMs = 2_000

export const useSetUp = () =>
  useQuery({
    ...queryOf(setup.read, {}),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.testMail?.status === 'queued' ? sendingMs : usualMs),
  })
