// The register maps that come along, by name: to begin with, and to be changed where a device is set up otherwise.
import type { RegisterMap } from '@gatehouse/contract/building/register-map'
import { honeywellMidas } from './honeywell-midas.ts'
import { msaUltimaX3 } from './msa-ultima-x3.ts'
import { senseairS8 } from './senseair-s8.ts'
import { vaisalaGmp252 } from './vaisala-gmp252.ts'
import { vaisalaGmw80 } from './vaisala-gmw80.ts'

export const bundledMaps: readonly { readonly name: string; readonly map: RegisterMap }[] = [
  { name: 'honeywell-midas', map: honeywellMidas },
  { name: 'msa-ultima-x3', map: msaUltimaX3 },
  { name: 'senseair-s8', map: senseairS8 },
  { name: 'vaisala-gmp252', map: vaisalaGmp252 },
  { name: 'vaisala-gmw80', map: vaisalaGmw80 },
]
