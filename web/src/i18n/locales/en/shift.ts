export { shift } from '@packboard/model/texts/en/shift'
