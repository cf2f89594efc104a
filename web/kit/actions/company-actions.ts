// What is done to the company, its people, roles and labels, its articles and its record, in words.
import type { Words } from './action-words.ts'

export const companyWords: Readonly<Record<string, Words>> = {
  'activity.byId': ['Looked', 'at an entry of the activity log'],
  'activity.checkpoints': ['Saved', 'the checkpoints of the activity log'],
  'activity.exportCsv': ['Exported', 'the activity log as CSV'],
  'activity.exportCsv.ended': ['Took', 'all of the activity log as CSV'],
  'activity.exportJson': ['Exported', 'the activity log as JSON'],
  'activity.exportJson.ended': ['Took', 'all of the activity log as JSON'],
  'activity.list': ['Looked', 'at the activity log'],
  'activity.mine': ['Looked', 'at their own activity'],
  'activity.verify': ['Verified', 'the activity log'],

  'blog.create': ['Began', 'the article {}', 'an article'],
  'blog.list': ['Looked', 'at the articles of the company'],
  'blog.open': ['Looked', 'at the article {} to edit it', 'at an article to edit it'],
  'blog.remove': ['Deleted', 'the article {}', 'an article'],
  'blog.revision': ['Looked', 'at an earlier text of an article'],
  'blog.revisions': ['Looked', 'at the earlier texts of an article'],
  'blog.restore': ['Brought back', 'an earlier text of {}', 'an earlier text of an article'],
  'blog.save': ['Saved', 'the article {}', 'an article'],
  'blog.setStatus': ['Changed', 'whether {} is public', 'whether an article is public'],
  'blog.uploadPicture': ['Added', 'a picture for an article'],

  'companies.byName': ['Looked', 'at the company {}', 'at a company'],
  'companies.create': ['Added', 'the company {}', 'a company'],
  'companies.decideJoinRequest': ['Answered', 'the request of {} to join', 'a request to join'],
  'companies.joinRequests': ['Looked', 'at the requests to join'],
  'companies.list': ['Looked', 'at the list of companies'],
  'companies.mine': ['Looked', 'at the company'],
  'companies.myPolicy': ['Looked', 'at the security policy of the company'],
  'companies.requestToJoin': ['Asked', 'to join {}', 'to join a company'],
  'companies.setPolicy': ['Changed', 'the security policy of {}', 'the security policy of the company'],
  'companies.setPublishing': ['Changed', 'whether {} may publish', 'whether a company may publish'],
  'companies.switchTo': ['Switched', 'to the company {}', 'to another company'],
  'companies.update': ['Changed', 'the facts of the company {}', 'the facts of the company'],

  'contact.received': ['Looked', 'at what was written to this installation'],

  'labels.create': ['Added', 'the label {}', 'a label'],
  'labels.list': ['Looked', 'at the labels'],
  'labels.marks': ['Looked', 'at what the label {} marks', 'at what a label marks'],
  'labels.previewMarks': ['Looked', 'at what marking with the label {} would hide', 'at what marking would hide'],
  'labels.remove': ['Deleted', 'the label {}', 'a label'],
  'labels.setMarks': ['Changed', 'what the label {} marks', 'what a label marks'],
  'labels.update': ['Changed', 'the label {}', 'a label'],

  'logs.signIns': ['Looked', 'at the log of sign-ins'],
  'logs.systemLineById': ['Looked', 'at a line of the system log'],
  'logs.systemLines': ['Looked', 'at the system log'],

  'mail.deliveries': ['Looked', 'at what became of the letters'],
  'mail.retry': ['Sent', 'a letter to {} once more', 'a letter once more'],

  'roles.assign': ['Changed', 'the roles of {}', 'who has which role'],
  'roles.byIds': ['Looked', 'at roles'],
  'roles.create': ['Added', 'the role {}', 'a role'],
  'roles.holders': ['Looked', 'at who has the role {}', 'at who has a role'],
  'roles.list': ['Looked', 'at the roles'],
  'roles.people': ['Looked', 'at who has which role'],
  'roles.remove': ['Deleted', 'the role {}', 'a role'],
  'roles.update': ['Changed', 'the role {}', 'a role'],

  'search.find': ['Searched', 'the company'],

  'staff.add': ['Added', '{} to the staff list', 'somebody to the staff list'],
  'staff.addCredential': ['Gave', '{} a card', 'somebody a card'],
  'staff.details': ['Looked', 'at the staff record of {}', 'at a staff record'],
  'staff.list': ['Looked', 'at the staff list'],
  'staff.revokeCredential': ['Revoked', 'a card of {}', 'a card'],
  'staff.update': ['Changed', 'the staff record of {}', 'a staff record'],
}
