// What the Data Act wants to be known of the data of a machine type.
const dataSheetView = '/admin/panel?view=dataSheets'

export const dataSheetScenes = [
  { name: 'data-sheet', who: 'clientadmin', path: dataSheetView },
  { name: 'data-sheet-print', who: 'clientadmin', path: dataSheetView, paper: true, only: [1440] },
]
