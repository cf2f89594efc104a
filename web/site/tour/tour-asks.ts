// What the page of the tour asks of the server.
import { now } from '@gatehouse/contract/site/tour'
import { asking } from '../../kit/public-page.ts'

export const tour = () => asking(now, {})
