export { shift } from '@packboard/model/texts/fr/shift'
