export { shift } from '@packboard/model/texts/es/shift'
