// What is done to the building and to what it is connected with, in words.
import type { Words } from './action-words.ts'

export const buildingWords: Readonly<Record<string, Words>> = {
  'devices.approveChange': ['Confirmed', 'how the device {} now works', 'how a device now works'],
  'devices.createGateway': ['Added', 'the gateway {}', 'a gateway'],
  'devices.discovered': ['Looked', 'at devices that wait to be taken in'],
  'devices.refuse': ['Dismissed', 'what {} said of itself', 'what a device said of itself'],
  'devices.list': ['Looked', 'at the devices'],
  'devices.register': ['Added', 'the device {}', 'a device'],
  'devices.rotateCredential': ['Gave', 'the device {} a new secret', 'a device a new secret'],

  'entryExit.inside': ['Looked', 'at who is inside'],
  'entryExit.logById': ['Looked', 'at an entry or exit'],
  'entryExit.logs': ['Looked', 'at the entry and exit log'],
  'entryExit.changeRules': ['Changed', 'when entries and exits are asked about'],
  'entryExit.changeView': [
    'Changed',
    'the view {} of the entry and exit report',
    'a view of the entry and exit report',
  ],
  'entryExit.correct': ['Corrected', 'an entry or exit of {}', 'an entry or exit'],
  'entryExit.dismiss': ['Dismissed', 'a question about an entry or exit of {}', 'a question about an entry or exit'],
  'entryExit.exportCsv': ['Exported', 'the entry and exit report as CSV'],
  'entryExit.exportCsv.ended': ['Took', 'all of the entry and exit report as CSV'],
  'entryExit.exportPdf': ['Exported', 'the entry and exit report as PDF'],
  'entryExit.exportPdf.ended': ['Took', 'all of the entry and exit report as PDF'],
  'entryExit.exportXlsx': ['Exported', 'the entry and exit report as a workbook'],
  'entryExit.exportXlsx.ended': ['Took', 'all of the entry and exit report as a workbook'],
  'entryExit.removeView': [
    'Removed',
    'the view {} of the entry and exit report',
    'a view of the entry and exit report',
  ],
  'entryExit.saveView': ['Saved', 'the view {} of the entry and exit report', 'a view of the entry and exit report'],
  'entryExit.sealed': ['Sealed', '{}', 'entries and exits'],
  'entryExit.record': ['Logged', 'an entry or exit of {} by hand', 'an entry or exit by hand'],

  'events.byId': ['Looked', 'at an event of a device'],
  'events.list': ['Looked', 'at the events of devices'],
  'events.timeline': ['Looked', 'at all that came of one call'],

  'gas.history': ['Looked', 'at the gas history of {}', 'at gas history'],

  'ingest.apiKeys': ['Looked', 'at the API keys'],
  'ingest.batch': ['Sent', 'messages of devices'],
  'ingest.createApiKey': ['Made', 'the API key {}', 'an API key'],
  'ingest.quarantine': ['Looked', 'at messages that could not be read'],
  'ingest.replay': ['Offered', 'a message that could not be read once more'],
  'ingest.revokeApiKey': ['Revoked', 'the API key {}', 'an API key'],

  'muster.byId': ['Looked', 'at a roll-call'],
  'muster.end': ['Ended', 'the roll-call at {}', 'a roll-call'],
  'muster.evaluation': ['Looked', 'at how a roll-call went'],
  'muster.exportCsv': ['Exported', 'the list of the roll-call at {}', 'the list of a roll-call'],
  'muster.exportCsv.ended': ['Took', 'all of the list of the roll-call at {}', 'all of the list of a roll-call'],
  'muster.inside': ['Looked', 'at whom a roll-call would find'],
  'muster.list': ['Looked', 'at the roll-calls'],
  'muster.marks': ['Marked', 'people in the roll-call at {}', 'people in a roll-call'],
  'muster.onePerson': ['Looked', 'at one person of a roll-call'],
  'muster.people': ['Looked', 'at the list of a roll-call'],
  'muster.start': ['Began', 'a roll-call at {}', 'a roll-call'],

  'peopleCount.now': ['Looked', 'at the people counts'],

  'system.restored': ['Restored', 'everything as of {} from a backup', 'everything from a backup'],
  'system.adminNotifications': ['Looked', 'at their newest notifications'],
  'system.systemHealth': ['Looked', 'at the health of the system'],
}
