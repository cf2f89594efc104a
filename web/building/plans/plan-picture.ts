// The picture of a plan: fetched with one's own rights, once for as long as the page lives.
import { pictureOf } from '@gatehouse/contract/building/plans'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { download } from '../../kit/data/api.ts'

/** Its address within the browser. */
export const usePlanPicture = (floorId: string, pictureId: string, size: 'small' | 'large'): UseQueryResult<string> =>
  useQuery({
    queryKey: ['the picture of a plan', pictureId, size],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await download(pictureOf, { floorId, pictureId, size }, { signal })),
    gcTime: Number.POSITIVE_INFINITY,
  })
