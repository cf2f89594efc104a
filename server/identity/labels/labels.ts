// Labels: what they mark, and who may give them. Only who has a label gives it on, except for `admin_access`.
export { demandGivableLabels, givableLabels, giveLabels, type Giver, takeLabels } from './giving.ts'
