// What is done to sites, floors, zones and plans, to groups of doors, and to doors being set up, in words.
import type { Words } from './action-words.ts'

export const placeWords: Readonly<Record<string, Words>> = {
  'doorGroups.create': ['Added', 'the group of doors {}', 'a group of doors'],
  'doorGroups.list': ['Looked', 'at the groups of doors'],
  'doorGroups.remove': ['Removed', 'the group of doors {}', 'a group of doors'],
  'doorGroups.update': ['Changed', 'the group of doors {}', 'a group of doors'],

  'doorSetup.add': ['Added', 'the door {}', 'a door'],
  'doorSetup.addGateway': ['Added', 'the gateway {} for doors of another wire', 'a gateway for doors of another wire'],
  'doorSetup.approve': ['Confirmed', 'how {} now works', 'how a door now works'],
  'doorSetup.checklist': ['Looked', 'at how far a door has got'],
  'doorSetup.discovered': ['Looked', 'at doors that wait to be taken in'],
  'doorSetup.refuse': ['Dismissed', 'what {} said of itself', 'what a device said of itself'],
  'doorSetup.relocate': ['Changed', 'the name or the place of {}', 'the name or the place of a door'],
  'doorSetup.renewSecret': ['Gave', 'the door {} a new secret', 'a door a new secret'],
  'doorSetup.rewire': ['Changed', 'how {} is wired', 'how a door is wired'],

  'plans.arrange': ['Changed', 'where devices are on the plan of {}', 'where devices are on a plan'],
  'plans.byFloor': ['Looked', 'at the plan of a floor'],
  'plans.list': ['Looked', 'at the plans of floors'],
  'plans.look': ['Looked', 'at a file as a plan'],
  'plans.pictureOf': ['Looked', 'at the picture of a plan'],
  'plans.removePicture': ['Removed', 'the picture of the plan of {}', 'the picture of a plan'],
  'plans.setPicture': ['Put', 'a picture under the plan of {}', 'a picture under a plan'],

  'sites.addFloor': ['Added', 'the floor {}', 'a floor'],
  'sites.addZone': ['Added', 'the zone {}', 'a zone'],
  'sites.create': ['Added', 'the site {}', 'a site'],
  'sites.list': ['Looked', 'at the sites'],
  'sites.remove': ['Removed', 'the site {}', 'a site'],
  'sites.removeFloor': ['Removed', 'the floor {}', 'a floor'],
  'sites.removeZone': ['Removed', 'the zone {}', 'a zone'],
  'sites.update': ['Changed', 'the site {}', 'a site'],
  'sites.updateFloor': ['Changed', 'the floor {}', 'a floor'],
  'sites.updateZone': ['Changed', 'the zone {}', 'a zone'],
}
