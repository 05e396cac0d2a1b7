import type { Translation } from '../../catalogue.ts'
import type { errors as english } from '../en/errors.ts'

export const errors: Translation<typeof english> = {
  'session.required': 'Inicie sesión.',
  'device.unknown':
    'El nombre del dispositivo o su token no se conoce aquí. Envíe x-access-token: NAME:TOKEN, o cree un token nuevo.',
  'signin.failed': '¡Usuario o contraseña incorrectos!',
  'signin.clientDisabled':
    'La cuenta de su empresa está desactivada. Póngase en contacto con su proveedor.',
  'signin.pending': 'Su cuenta está pendiente de aprobación.',
  'signin.throttled': 'Demasiados intentos. Espere un momento.',
  'factor.confirm': 'Confirme que es usted.',
  'signIn.factorWrong': 'Este código es incorrecto. Inténtelo de nuevo.',
  'signIn.ticketOver':
    'Este inicio de sesión tardó demasiado o tuvo demasiados intentos. Inicie sesión de nuevo.',
  'factor.codeUsed': 'Este código ya se usó. Espere al siguiente.',
  'factor.other': 'Confirme de una de las formas que se ofrecen.',
  'factor.exists': 'Ya hay una aplicación de autenticación activada. Desactívela primero.',
  'factor.notFound': 'No existe ese factor.',
  'factor.off': 'El segundo factor está desactivado aquí.',
  'passkey.refused': 'No se pudo comprobar esta llave de acceso. Inténtelo de nuevo.',
  'passkey.unknown': 'Esta llave de acceso no se conoce aquí. Inicie sesión con su contraseña.',
  'passkey.notHere': 'Las llaves de acceso no funcionan en la dirección de esta instalación.',
  'passkey.tooMany': 'Tiene 10 llaves de acceso. Elimine una que ya no necesite.',
  'session.notFound': 'Sesión no encontrada.',
  'password.wrong': 'Esta contraseña es incorrecta.',
  'signin.company': 'Su empresa inicia la sesión. Use el botón de abajo.',
  'company.notFound': 'Inicio de sesión de empresa no encontrado.',
  'company.notOffered': 'Este inicio de sesión de empresa está desactivado.',
  'company.noPublicUrl':
    'PUBLIC_URL no está definida: ninguna empresa puede devolver personas a esta instalación.',
  'company.notHttps': 'La dirección de un inicio de sesión de empresa empieza por https://.',
  'company.privateAddress':
    'Este inicio de sesión de empresa tiene una dirección privada. El operador la permite con OIDC_HOSTS.',
  'company.away':
    'El inicio de sesión de su empresa no responde. Puede entrar con su contraseña o intentarlo más tarde.',
  'company.awayForced': 'El inicio de sesión de su empresa no responde. Inténtelo más tarde.',
  'company.notConform': 'Lo que responde en esta dirección no es un proveedor de OpenID Connect.',
  'company.foreignIssuer':
    'El inicio de sesión de empresa se presenta con otro nombre que el introducido.',
  'company.issuerStays':
    'El emisor permanece: por él se conoce a las personas. Añada otro inicio de sesión de empresa.',
  'company.algorithm': 'La respuesta de su empresa no está firmada de modo que se pueda comprobar.',
  'company.signature': 'La respuesta de su empresa está firmada con una clave que no publica.',
  'company.nonce':
    'La respuesta de su empresa pertenece a otro inicio de sesión. Empiece de nuevo.',
  'company.audience': 'La respuesta de su empresa es para otro programa.',
  'company.clock': 'Los relojes de su empresa y de este servidor difieren en más de 30 segundos.',
  'company.tooLarge': 'La respuesta de su empresa es demasiado grande.',
  'company.tooManyGroups': 'Su empresa indica más de 1.000 grupos suyos.',
  'company.claims': 'La respuesta de su empresa no se puede leer.',
  'company.stateUsed':
    'Este inicio de sesión ya se usó o duró más de 10 minutos. Empiece de nuevo.',
  'company.otherBrowser': 'Este inicio de sesión se empezó en otro navegador. Empiece de nuevo.',
  'company.codeUsed': 'Su empresa ya ha consumido este inicio de sesión. Empiece de nuevo.',
  'company.clientRefused':
    'Su empresa no acepta el ID de cliente o el secreto de esta instalación.',
  'company.refused': 'Su empresa no inició su sesión.',
  'company.noSecret':
    'El secreto de este inicio de sesión de empresa no se puede leer. Un administrador lo introduce de nuevo.',
  'company.noEmail': 'Su empresa no indica su dirección de correo.',
  'company.notVerified': 'Su empresa no dice que su dirección de correo esté verificada.',
  'company.foreignDomain':
    'El dominio de su dirección de correo no pertenece a este inicio de sesión de empresa.',
  'company.waitingDomain':
    'El dominio de su dirección de correo aún no está demostrado: no se encontró su registro TXT.',
  'company.adminByHand':
    'La cuenta de un administrador no se une por su dirección. Inicie sesión y use Vincular en Mi cuenta.',
  'company.otherPerson':
    'Esta dirección de correo pertenece a la cuenta de otra persona de su empresa.',
  'company.foreignTenant':
    'Este inicio de sesión de empresa no abre su cuenta. Entre con su contraseña.',
  'company.accountDisabled':
    'Su cuenta está desactivada aquí. Póngase en contacto con su administrador.',
  'company.noRole':
    'Ninguno de sus grupos tiene un rol aquí. Póngase en contacto con su administrador.',
  'company.foreignRole': 'Este inicio de sesión de empresa no puede dar ese rol.',
  'company.engineerByAdmin': 'Solo un administrador escribe una fila que da el rol de ingeniero.',
  'company.publicDomain': 'Cualquiera puede tener una dirección de correo de este dominio.',
  'company.domainTaken': 'Este dominio pertenece a otro inicio de sesión de empresa.',
  'company.forceNeeds':
    'Para imponer un dominio, el inicio de sesión está activado, un dominio está demostrado y se nombra una cuenta suya con contraseña que queda abierta.',
  'company.tooMany': 'Aquí ya hay 5 inicios de sesión de empresa.',
  'company.linkTaken': 'Esta persona de su empresa ya está unida a otra cuenta.',
  'company.onlyWay': 'Aún no tiene contraseña: esta es la única vía a su cuenta.',
  'identity.notFound': 'No se encontró este vínculo con una empresa.',
  'signup.off': 'El registro está desactivado aquí. Pida una cuenta a su proveedor.',
  'signup.nameTaken': 'Este nombre de usuario ya está en uso.',
  'signup.full': 'Hay demasiadas cuentas nuevas pendientes de aprobación. Inténtelo más tarde.',
  'reset.invalid': 'Este enlace ya no es válido. Solicite uno nuevo.',
  'password.refused': 'Elija otra contraseña.',
  'password.common': 'Esta contraseña es una de las que se adivinan primero. Elija otra.',
  'terms.required': '¡Marque la casilla de los términos y condiciones!',
  'request.invalid': 'Revise los campos marcados.',
  'request.tooLarge': 'Esta solicitud es demasiado grande.',
  'request.unsupportedType': 'Este tipo de contenido no es compatible.',
  'request.notAllowed': 'Acceso no permitido',
  'request.tooMany': 'Demasiadas solicitudes. Espere un momento.',
  'answer.tooManyRows':
    'Este intervalo tiene demasiadas filas. Elija un intervalo más corto o menos máquinas.',
  'stops.windowTooLong':
    'Las paradas de todas las máquinas se listan para 31 días como máximo. Elija un periodo más corto o una máquina.',
  'page.notFound': 'Aquí no hay nada.',
  'method.notAllowed': 'Esta dirección no responde a este método.',
  'client.notFound': 'Cliente no encontrado.',
  'client.noPremium': 'Este cliente no tiene una suscripción premium.',
  'machine.notFound': 'Máquina no encontrada.',
  'machine.tooMany': 'Este cliente tiene 2000 máquinas, el máximo de un cliente.',
  'machine.addressTaken': 'Otra máquina ya envía con esta dirección.',
  'distributor.notFound': 'Distribuidor no encontrado.',
  'machineType.notFound': 'Tipo de máquina no encontrado.',
  'user.notFound': 'Usuario no encontrado.',
  'device.notFound': 'Dispositivo no encontrado.',
  'device.tooMany': 'Este cliente tiene demasiados dispositivos. Elimine uno que ya no haga falta.',
  'kioskLink.wrongPin':
    'Este PIN es incorrecto. Tras 5 PIN incorrectos, cada uno más espera 5 minutos.',
  'kioskLink.pinWait':
    'Demasiados PIN incorrectos en este enlace. Cada 5 minutos se puede probar uno más.',
  'kioskLink.pinSpent':
    'Este PIN ya no se acepta aquí: se probaron 100 incorrectos. Un administrador debe poner uno nuevo.',
  'kioskLink.notFound': 'Enlace de pantalla no encontrado.',
  'kioskLink.tooMany':
    'Este cliente tiene demasiados enlaces de pantalla. Revoque uno que ya no haga falta.',
  'key.notFound': 'Clave no encontrada.',
  'key.tooMany': 'Ya hay 50 claves. Revoque una que ya no se necesite.',
  'key.group': 'Esta clave no puede leer esto.',
  'key.rows': 'Una clave lee como máximo 10.000 filas por llamada. Elija un intervalo más corto.',
  'key.inAddress':
    'Una clave no debe estar en una dirección, donde los registros la guardan. Está revocada; envíe una nueva en la cabecera Authorization.',
  'deleted.notFound': 'No hay nada que restaurar.',
  'settings.previewNeeded':
    'Esto empieza en el pasado. Mire primero la vista previa y aplíquelo desde allí.',
  'settings.reasonNeeded': 'Un cambio del pasado necesita un motivo.',
  'settings.previewUnknown': 'No existe esa vista previa suya. Haga una nueva.',
  'settings.previewOther': 'La vista previa se hizo para otros valores. Haga una nueva.',
  'settings.previewOld': 'La vista previa tiene más de 30 minutos. Haga una nueva.',
  'settings.previewOutdated':
    'Los ajustes se cambiaron después de la vista previa. Haga una nueva.',
  'settings.previewTooLong': 'Un cambio llega como máximo 366 días atrás. Elija un día posterior.',
  'settings.previewTooMany':
    'Un cambio del pasado afecta como máximo a 200 máquinas. Introdúzcalo para menos.',
  'settings.previewBusy':
    'Se están calculando otras vistas previas. Inténtelo de nuevo en un minuto.',
  'edit.conflict': 'Otra persona lo ha cambiado mientras tanto. Vuelva a mirarlo.',
  'savedView.tooMany':
    'Tiene 100 vistas guardadas de este cliente. Elimine una que ya no necesite.',
  'plan.overlap': 'Dos horarios de este plan se solapan.',
  'line.notFound': 'Línea no encontrada.',
  'lineFlow.conflict': 'Dos partes de este flujo se excluyen.',
  'lineRoot.noStop': 'La máquina no estaba parada en ese momento.',
  'lineRoot.tooMany': 'Esta máquina ya tiene 1.000 causas nombradas en las últimas 24 horas.',
  'reason.notFound': 'Motivo no encontrado.',
  'label.taken':
    'Mientras tanto otra persona ha indicado por qué la máquina estaba parada aquí. Vuelva a comprobarlo.',
  'label.noStop': 'La máquina no estuvo parada durante todo este tiempo.',
  'label.tooOld':
    'Esta parada terminó hace más de 24 horas. Pregunte a un técnico o administrador.',
  'shift.signed': 'Este lado del relevo ya está firmado.',
  'shift.sameSigner': 'Usted firmó el otro lado. Este lo tiene que firmar otra persona.',
  'shift.tooEarly': 'Un turno se puede firmar desde 30 minutos antes de su fin.',
  'shift.noNames':
    'Este cliente no muestra nombres en las tabletas. Para firmar, inicie sesión con su propia cuenta.',
  'shift.tooManyNotes': 'Este turno ya tiene 100 notas.',
  'name.taken': 'Este nombre ya está en uso.',
  'user.notAvailable': 'Este nombre de usuario o esta dirección de correo no está disponible.',
  'row.inUse': 'Todavía está en uso.',
  'row.protected': 'No se puede eliminar ni desactivar.',
  'restore.blocked': 'Todavía no se puede restaurar.',
  'picture.unsupported': 'La imagen debe ser un archivo PNG, JPEG o WebP.',
  'picture.tooLarge': 'La imagen puede tener como máximo 5 MB y 4096 píxeles por lado.',
  'doors.late':
    'Su cambio está guardado y en vigor. Lo que recibe los registros no lo ha aplicado en 15 segundos; lo hará por sí solo. No repita el cambio.',
  'store.busy': 'El almacén de datos está ocupado. Inténtelo de nuevo.',
  'store.full': 'El disco del servidor está lleno. Avise a su proveedor e inténtelo más tarde.',
  'secrets.noKey':
    'Falta el archivo de claves de este servidor, por lo que no se puede guardar ni leer ningún secreto. Avise a su proveedor.',
  'ingest.busy': 'Los registros no se pueden guardar en este momento. Envíelos de nuevo.',
  'clock.wrong':
    'El reloj de este servidor no es correcto, por eso no acepta registros. Envíelos más tarde o a otro servidor.',
  'damage.notFound': 'No hay nada dañado en este mes.',
  'backup.running': 'Ya se está creando una copia de seguridad. Espere a que termine.',
  'backup.elsewhere':
    'Los almacenes de datos están en otros servidores: las herramientas de estos hacen las copias.',
  'recordFile.notFound': 'Archivo no encontrado.',
  'recordFile.open': 'Ya se está importando otro archivo.',
  'recordFile.ended': 'Esta importación está en curso o ha terminado.',
  'recordFile.unreadable': 'No se puede leer este archivo.',
  'recordFile.expired': 'Esta subida estuvo 10 minutos en silencio y ha terminado.',
  'recordFile.share': 'Ya esperan archivos de 500 MB. Importe o cancele antes uno de ellos.',
  'recordFile.elsewhere': 'Aquí, envíe los registros por HTTP.',
  'records.damaged': 'Estas cifras no se pueden leer: sus registros están dañados.',
  'ingest.volume':
    'Este dispositivo ya ha enviado todo lo que puede enviar hoy. Vuelva a enviar más tarde.',
  'ingest.tooManyWrong':
    'Este dispositivo envía más registros erróneos de los que se leen. Corríjalo; los registros apartados dicen qué está mal.',
  'hook.notFound': 'Webhook no encontrado.',
  'hook.deliveryNotFound': 'Entrega no encontrada.',
  'hook.off': 'Este webhook está desactivado.',
  'hook.notHttps': 'La dirección de un webhook empieza por https://, la de un bróker por mqtts://.',
  'hook.privateAddress': 'Es una dirección privada. El operador la permite con HOOKS_ALLOW.',
  'hook.away': 'Esta dirección no responde.',
  'alert.notFound': 'Aviso no encontrado.',
  'alertRule.notFound': 'Regla de avisos no encontrada.',
  'alertRule.idTaken': 'Esta regla ya existe. Vuelva a mirar.',
  'alertAddress.notFound': 'Dirección no encontrada.',
  'alertAddress.tooMany':
    'Se pueden añadir como máximo 20 direcciones nuevas por hora. Inténtelo más tarde.',
  'alertAddress.invalid': 'Este enlace ya no es válido.',
  'alertLink.notFound': 'Este enlace ya no es válido. Inicie sesión para ver el aviso.',
  'report.idTaken': 'Un informe ya tiene este identificador. Vuelva a añadirlo.',
  'report.notFound': 'Informe no encontrado.',
  'report.noMachine': 'Este informe no tiene ninguna máquina.',
  'report.noAddress': 'Su cuenta no tiene dirección de correo.',
  'reportLink.notFound': 'Este enlace ya no es válido.',
  'server.failed': 'Se ha producido un error',
}
