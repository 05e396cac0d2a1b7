export { shift } from '@packboard/model/texts/it/shift'
