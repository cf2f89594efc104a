// What is known of lockdowns is asked for again when one begins, ends, or a door of one answers.
import * as lockdowns from '@gatehouse/contract/access/lockdowns'
import { refetches, registerCorrections } from '../../kit/live/live-cache.ts'

registerCorrections([lockdowns.list, lockdowns.byId, lockdowns.scenarios].map((op) => refetches(op, lockdowns.altered)))
