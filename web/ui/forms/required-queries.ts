// What a form cannot be drawn without, out of several answers.
import type { UseQueryResult } from '@tanstack/react-query'
import { isStatus } from '../../kit/data/api.ts'

/**
 * The first that is still on its way or has failed. What one may not see is not waited for: it offers nothing to choose.
 * A list that came late would be empty until then, and move what stands below it from under a finger.
 */
export const awaitedOf = (queries: readonly UseQueryResult[]): UseQueryResult | undefined =>
  queries.find(({ isPending, data, error }) => isPending || (data === undefined && !isStatus(error, 403)))
