export { shift } from '@packboard/model/texts/de/shift'
