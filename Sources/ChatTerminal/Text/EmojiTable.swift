// Written by Scripts/emoji.py --terminal from the page's emoji-names.js; do not edit it.

/// The emoji and their names.
enum EmojiTable {
    /// One a line: the emoji, its name, and after “|” short codes.
    static let names = """
        😀 grinning face
        😃 grinning face with big eyes|smiley
        😄 grinning face with smiling eyes|smile
        😁 beaming face with smiling eyes
        😆 grinning squinting face|laughing lol
        😅 grinning face with sweat|sweat_smile
        🤣 rolling on the floor laughing|rofl
        😂 face with tears of joy|joy lol
        🙂 slightly smiling face|slight_smile
        🙃 upside-down face|upside_down
        🫠 melting face
        😉 winking face|wink
        😊 smiling face with smiling eyes|blush
        😇 smiling face with halo|innocent
        🥰 smiling face with hearts
        😍 smiling face with heart-eyes|heart_eyes
        🤩 star-struck
        😘 face blowing a kiss|kissing_heart
        😗 kissing face
        ☺️ smiling face
        😚 kissing face with closed eyes
        😙 kissing face with smiling eyes
        🥲 smiling face with tear
        😋 face savoring food
        😛 face with tongue
        😜 winking face with tongue|stuck_out_tongue
        🤪 zany face
        😝 squinting face with tongue
        🤑 money-mouth face
        🤗 smiling face with open hands
        🤭 face with hand over mouth
        🫢 face with open eyes and hand over mouth
        🫣 face with peeking eye
        🤫 shushing face
        🤔 thinking face|thinking
        🫡 saluting face|yes_sir
        🤐 zipper-mouth face
        🤨 face with raised eyebrow
        😐 neutral face|neutral_face
        😑 expressionless face
        😶 face without mouth
        🫥 dotted line face
        😶‍🌫️ face in clouds
        😏 smirking face
        😒 unamused face
        🙄 face with rolling eyes|eye_roll
        😬 grimacing face|grimacing
        😮‍💨 face exhaling
        🤥 lying face
        🫨 shaking face
        😌 relieved face
        😔 pensive face
        😪 sleepy face
        🤤 drooling face
        😴 sleeping face|sleep
        😷 face with medical mask
        🤒 face with thermometer|sick
        🤕 face with head-bandage
        🤢 nauseated face
        🤮 face vomiting
        🤧 sneezing face
        🥵 hot face
        🥶 cold face
        🥴 woozy face
        😵 face with crossed-out eyes
        😵‍💫 face with spiral eyes
        🤯 exploding head|mind_blown
        🤠 cowboy hat face
        🥳 partying face|partying
        🥸 disguised face
        😎 smiling face with sunglasses|sunglasses cool
        🤓 nerd face
        🧐 face with monocle
        😕 confused face
        🫤 face with diagonal mouth
        😟 worried face
        🙁 slightly frowning face
        ☹️ frowning face
        😮 face with open mouth|open_mouth wow
        😯 hushed face
        😲 astonished face
        😳 flushed face
        🥺 pleading face|please
        🥹 face holding back tears
        😦 frowning face with open mouth
        😧 anguished face
        😨 fearful face
        😰 anxious face with sweat
        😥 sad but relieved face
        😢 crying face|cry sad
        😭 loudly crying face|sob
        😱 face screaming in fear|scream
        😖 confounded face
        😣 persevering face
        😞 disappointed face
        😓 downcast face with sweat
        😩 weary face
        😫 tired face
        🥱 yawning face
        😤 face with steam from nose
        😡 enraged face|rage
        😠 angry face|angry
        🤬 face with symbols on mouth
        😈 smiling face with horns
        👿 angry face with horns
        💀 skull
        ☠️ skull and crossbones
        💩 pile of poo|poop
        🤡 clown face
        👹 ogre
        👺 goblin
        👻 ghost
        👽 alien
        👾 alien monster
        🤖 robot
        😺 grinning cat
        😸 grinning cat with smiling eyes
        😹 cat with tears of joy
        😻 smiling cat with heart-eyes
        😼 cat with wry smile
        😽 kissing cat
        🙀 weary cat
        😿 crying cat
        😾 pouting cat
        🙈 see-no-evil monkey
        🙉 hear-no-evil monkey
        🙊 speak-no-evil monkey
        💌 love letter
        💘 heart with arrow
        💝 heart with ribbon
        💖 sparkling heart
        💗 growing heart
        💓 beating heart
        💞 revolving hearts
        💕 two hearts
        💟 heart decoration
        ❣️ heart exclamation
        💔 broken heart|broken_heart
        ❤️‍🔥 heart on fire
        ❤️‍🩹 mending heart
        ❤️ red heart|heart love
        🩷 pink heart
        🧡 orange heart
        💛 yellow heart
        💚 green heart
        💙 blue heart
        🩵 light blue heart
        💜 purple heart
        🤎 brown heart
        🖤 black heart
        🩶 grey heart
        🤍 white heart
        💋 kiss mark
        💯 hundred points|100
        💢 anger symbol
        💥 collision
        💫 dizzy
        💦 sweat droplets
        💨 dashing away
        🕳️ hole
        💬 speech balloon
        👁️‍🗨️ eye in speech bubble
        🗨️ left speech bubble
        🗯️ right anger bubble
        💭 thought balloon
        💤 zzz
        👋 waving hand|wave hello hi bye
        🤚 raised back of hand
        🖐️ hand with fingers splayed
        ✋ raised hand
        🖖 vulcan salute
        🫱 rightwards hand
        🫲 leftwards hand
        🫳 palm down hand
        🫴 palm up hand
        🫷 leftwards pushing hand
        🫸 rightwards pushing hand
        👌 ok hand|ok_hand
        🤌 pinched fingers
        🤏 pinching hand
        ✌️ victory hand
        🤞 crossed fingers
        🫰 hand with index finger and thumb crossed
        🤟 love-you gesture
        🤘 sign of the horns
        🤙 call me hand
        👈 backhand index pointing left
        👉 backhand index pointing right
        👆 backhand index pointing up
        🖕 middle finger
        👇 backhand index pointing down
        ☝️ index pointing up
        🫵 index pointing at the viewer
        👍 thumbs up|+1 thumbsup yes ok
        👎 thumbs down|-1 thumbsdown no
        ✊ raised fist
        👊 oncoming fist
        🤛 left-facing fist
        🤜 right-facing fist
        👏 clapping hands|clap
        🙌 raising hands
        🫶 heart hands
        👐 open hands
        🤲 palms up together
        🤝 handshake|deal
        🙏 folded hands|pray thanks please
        ✍️ writing hand
        💅 nail polish
        🤳 selfie
        💪 flexed biceps|muscle strong
        🦾 mechanical arm
        🦿 mechanical leg
        🦵 leg
        🦶 foot
        👂 ear
        🦻 ear with hearing aid
        👃 nose
        🧠 brain
        🫀 anatomical heart
        🫁 lungs
        🦷 tooth
        🦴 bone
        👀 eyes|eyes look
        👁️ eye
        👅 tongue
        👄 mouth
        🫦 biting lip
        👶 baby
        🧒 child
        👦 boy
        👧 girl
        🧑 person
        👱 person: blond hair
        👨 man
        🧔 person: beard
        👩 woman
        🧑‍🦰 person: red hair
        🧑‍🦱 person: curly hair
        🧑‍🦳 person: white hair
        🧑‍🦲 person: bald
        🧓 older person
        👴 old man
        👵 old woman
        🙍 person frowning
        🙎 person pouting
        🙅 person gesturing no
        🙆 person gesturing ok
        💁 person tipping hand
        🙋 person raising hand
        🧏 deaf person
        🙇 person bowing
        🤦 person facepalming|facepalm
        🤷 person shrugging|shrug
        🧑‍⚕️ health worker
        🧑‍🎓 student
        🧑‍🏫 teacher
        🧑‍⚖️ judge
        🧑‍🌾 farmer
        🧑‍🍳 cook
        🧑‍🔧 mechanic
        🧑‍🏭 factory worker
        🧑‍💼 office worker
        🧑‍🔬 scientist
        🧑‍💻 technologist
        🧑‍🎤 singer
        🧑‍🎨 artist
        🧑‍✈️ pilot
        🧑‍🚀 astronaut
        🧑‍🚒 firefighter
        👮 police officer
        🕵️ detective
        💂 guard
        🥷 ninja
        👷 construction worker
        🫅 person with crown
        🤴 prince
        👸 princess
        👳 person wearing turban
        👲 person with skullcap
        🧕 woman with headscarf
        🤵 person in tuxedo
        👰 person with veil
        🤰 pregnant woman
        🫃 pregnant man
        🫄 pregnant person
        🤱 breast-feeding
        🧑‍🍼 person feeding baby
        👼 baby angel
        🎅 santa claus
        🤶 mrs. claus
        🧑‍🎄 mx claus
        🦸 superhero
        🦹 supervillain
        🧙 mage
        🧚 fairy
        🧛 vampire
        🧜 merperson
        🧝 elf
        🧞 genie
        🧟 zombie
        🧌 troll
        💆 person getting massage
        💇 person getting haircut
        🚶 person walking
        🧍 person standing
        🧎 person kneeling
        🧑‍🦯 person with white cane
        🧑‍🦼 person in motorized wheelchair
        🧑‍🦽 person in manual wheelchair
        🏃 person running
        💃 woman dancing
        🕺 man dancing
        🕴️ person in suit levitating
        👯 people with bunny ears
        🧖 person in steamy room
        🧗 person climbing
        🤺 person fencing
        🏇 horse racing
        ⛷️ skier
        🏂 snowboarder
        🏌️ person golfing
        🏄 person surfing
        🚣 person rowing boat
        🏊 person swimming
        ⛹️ person bouncing ball
        🏋️ person lifting weights
        🚴 person biking
        🚵 person mountain biking
        🤸 person cartwheeling
        🤼 people wrestling
        🤽 person playing water polo
        🤾 person playing handball
        🤹 person juggling
        🧘 person in lotus position
        🛀 person taking bath
        🛌 person in bed
        🧑‍🤝‍🧑 people holding hands
        👭 women holding hands
        👫 woman and man holding hands
        👬 men holding hands
        💏 kiss
        👩‍❤️‍💋‍👨 kiss: woman, man
        👨‍❤️‍💋‍👨 kiss: man, man
        👩‍❤️‍💋‍👩 kiss: woman, woman
        💑 couple with heart
        👩‍❤️‍👨 couple with heart: woman, man
        👨‍❤️‍👨 couple with heart: man, man
        👩‍❤️‍👩 couple with heart: woman, woman
        👪 family
        🗣️ speaking head
        👤 bust in silhouette
        👥 busts in silhouette
        🫂 people hugging
        👣 footprints
        🐵 monkey face
        🐒 monkey
        🦍 gorilla
        🦧 orangutan
        🐶 dog face
        🐕 dog
        🦮 guide dog
        🐕‍🦺 service dog
        🐩 poodle
        🐺 wolf
        🦊 fox
        🦝 raccoon
        🐱 cat face
        🐈 cat
        🐈‍⬛ black cat
        🦁 lion
        🐯 tiger face
        🐅 tiger
        🐆 leopard
        🐴 horse face
        🫎 moose
        🫏 donkey
        🐎 horse
        🦄 unicorn
        🦓 zebra
        🦌 deer
        🦬 bison
        🐮 cow face
        🐂 ox
        🐃 water buffalo
        🐄 cow
        🐷 pig face
        🐖 pig
        🐗 boar
        🐽 pig nose
        🐏 ram
        🐑 ewe
        🐐 goat
        🐪 camel
        🐫 two-hump camel
        🦙 llama
        🦒 giraffe
        🐘 elephant
        🦣 mammoth
        🦏 rhinoceros
        🦛 hippopotamus
        🐭 mouse face
        🐁 mouse
        🐀 rat
        🐹 hamster
        🐰 rabbit face
        🐇 rabbit
        🐿️ chipmunk
        🦫 beaver
        🦔 hedgehog
        🦇 bat
        🐻 bear
        🐻‍❄️ polar bear
        🐨 koala
        🐼 panda
        🦥 sloth
        🦦 otter
        🦨 skunk
        🦘 kangaroo
        🦡 badger
        🐾 paw prints
        🦃 turkey
        🐔 chicken
        🐓 rooster
        🐣 hatching chick
        🐤 baby chick
        🐥 front-facing baby chick
        🐦 bird
        🐧 penguin
        🕊️ dove
        🦅 eagle
        🦆 duck
        🦢 swan
        🦉 owl
        🦤 dodo
        🪶 feather
        🦩 flamingo
        🦚 peacock
        🦜 parrot
        🪽 wing
        🐦‍⬛ black bird
        🪿 goose
        🐸 frog
        🐊 crocodile
        🐢 turtle
        🦎 lizard
        🐍 snake
        🐲 dragon face
        🐉 dragon
        🦕 sauropod
        🦖 t-rex
        🐳 spouting whale
        🐋 whale
        🐬 dolphin
        🦭 seal
        🐟 fish
        🐠 tropical fish
        🐡 blowfish
        🦈 shark
        🐙 octopus
        🐚 spiral shell
        🪸 coral
        🪼 jellyfish
        🐌 snail
        🦋 butterfly
        🐛 bug|bug
        🐜 ant
        🐝 honeybee
        🪲 beetle
        🐞 lady beetle
        🦗 cricket
        🪳 cockroach
        🕷️ spider
        🕸️ spider web
        🦂 scorpion
        🦟 mosquito
        🪰 fly
        🪱 worm
        🦠 microbe
        💐 bouquet
        🌸 cherry blossom
        💮 white flower
        🪷 lotus
        🏵️ rosette
        🌹 rose
        🥀 wilted flower
        🌺 hibiscus
        🌻 sunflower
        🌼 blossom
        🌷 tulip
        🪻 hyacinth
        🌱 seedling
        🪴 potted plant
        🌲 evergreen tree
        🌳 deciduous tree
        🌴 palm tree
        🌵 cactus
        🌾 sheaf of rice
        🌿 herb
        ☘️ shamrock
        🍀 four leaf clover
        🍁 maple leaf
        🍂 fallen leaf
        🍃 leaf fluttering in wind
        🪹 empty nest
        🪺 nest with eggs
        🍄 mushroom
        🍇 grapes
        🍈 melon
        🍉 watermelon
        🍊 tangerine
        🍋 lemon
        🍌 banana
        🍍 pineapple
        🥭 mango
        🍎 red apple
        🍏 green apple
        🍐 pear
        🍑 peach
        🍒 cherries
        🍓 strawberry
        🫐 blueberries
        🥝 kiwi fruit
        🍅 tomato
        🫒 olive
        🥥 coconut
        🥑 avocado
        🍆 eggplant
        🥔 potato
        🥕 carrot
        🌽 ear of corn
        🌶️ hot pepper
        🫑 bell pepper
        🥒 cucumber
        🥬 leafy green
        🥦 broccoli
        🧄 garlic
        🧅 onion
        🥜 peanuts
        🫘 beans
        🌰 chestnut
        🫚 ginger root
        🫛 pea pod
        🍞 bread
        🥐 croissant
        🥖 baguette bread
        🫓 flatbread
        🥨 pretzel
        🥯 bagel
        🥞 pancakes
        🧇 waffle
        🧀 cheese wedge
        🍖 meat on bone
        🍗 poultry leg
        🥩 cut of meat
        🥓 bacon
        🍔 hamburger
        🍟 french fries
        🍕 pizza|pizza
        🌭 hot dog
        🥪 sandwich
        🌮 taco
        🌯 burrito
        🫔 tamale
        🥙 stuffed flatbread
        🧆 falafel
        🥚 egg
        🍳 cooking
        🥘 shallow pan of food
        🍲 pot of food
        🫕 fondue
        🥣 bowl with spoon
        🥗 green salad
        🍿 popcorn
        🧈 butter
        🧂 salt
        🥫 canned food
        🍱 bento box
        🍘 rice cracker
        🍙 rice ball
        🍚 cooked rice
        🍛 curry rice
        🍜 steaming bowl
        🍝 spaghetti
        🍠 roasted sweet potato
        🍢 oden
        🍣 sushi
        🍤 fried shrimp
        🍥 fish cake with swirl
        🥮 moon cake
        🍡 dango
        🥟 dumpling
        🥠 fortune cookie
        🥡 takeout box
        🦀 crab
        🦞 lobster
        🦐 shrimp
        🦑 squid
        🦪 oyster
        🍦 soft ice cream
        🍧 shaved ice
        🍨 ice cream
        🍩 doughnut
        🍪 cookie
        🎂 birthday cake|birthday cake
        🍰 shortcake
        🧁 cupcake
        🥧 pie
        🍫 chocolate bar
        🍬 candy
        🍭 lollipop
        🍮 custard
        🍯 honey pot
        🍼 baby bottle
        🥛 glass of milk
        ☕ hot beverage|coffee
        🫖 teapot
        🍵 teacup without handle
        🍶 sake
        🍾 bottle with popping cork
        🍷 wine glass
        🍸 cocktail glass
        🍹 tropical drink
        🍺 beer mug|beer
        🍻 clinking beer mugs|beers cheers
        🥂 clinking glasses|cheers
        🥃 tumbler glass
        🫗 pouring liquid
        🥤 cup with straw
        🧋 bubble tea
        🧃 beverage box
        🧉 mate
        🧊 ice
        🥢 chopsticks
        🍽️ fork and knife with plate
        🍴 fork and knife
        🥄 spoon
        🔪 kitchen knife
        🫙 jar
        🏺 amphora
        🌍 globe showing europe-africa
        🌎 globe showing americas
        🌏 globe showing asia-australia
        🌐 globe with meridians
        🗺️ world map
        🗾 map of japan
        🧭 compass
        🏔️ snow-capped mountain
        ⛰️ mountain
        🌋 volcano
        🗻 mount fuji
        🏕️ camping
        🏖️ beach with umbrella
        🏜️ desert
        🏝️ desert island
        🏞️ national park
        🏟️ stadium
        🏛️ classical building
        🏗️ building construction
        🧱 brick
        🪨 rock
        🪵 wood
        🛖 hut
        🏘️ houses
        🏚️ derelict house
        🏠 house|home
        🏡 house with garden
        🏢 office building
        🏣 japanese post office
        🏤 post office
        🏥 hospital
        🏦 bank
        🏨 hotel
        🏩 love hotel
        🏪 convenience store
        🏫 school
        🏬 department store
        🏭 factory
        🏯 japanese castle
        🏰 castle
        💒 wedding
        🗼 tokyo tower
        🗽 statue of liberty
        ⛪ church
        🕌 mosque
        🛕 hindu temple
        🕍 synagogue
        ⛩️ shinto shrine
        🕋 kaaba
        ⛲ fountain
        ⛺ tent
        🌁 foggy
        🌃 night with stars
        🏙️ cityscape
        🌄 sunrise over mountains
        🌅 sunrise
        🌆 cityscape at dusk
        🌇 sunset
        🌉 bridge at night
        ♨️ hot springs
        🎠 carousel horse
        🛝 playground slide
        🎡 ferris wheel
        🎢 roller coaster
        💈 barber pole
        🎪 circus tent
        🚂 locomotive
        🚃 railway car
        🚄 high-speed train
        🚅 bullet train
        🚆 train
        🚇 metro
        🚈 light rail
        🚉 station
        🚊 tram
        🚝 monorail
        🚞 mountain railway
        🚋 tram car
        🚌 bus
        🚍 oncoming bus
        🚎 trolleybus
        🚐 minibus
        🚑 ambulance
        🚒 fire engine
        🚓 police car
        🚔 oncoming police car
        🚕 taxi
        🚖 oncoming taxi
        🚗 automobile
        🚘 oncoming automobile
        🚙 sport utility vehicle
        🛻 pickup truck
        🚚 delivery truck
        🚛 articulated lorry
        🚜 tractor
        🏎️ racing car
        🏍️ motorcycle
        🛵 motor scooter
        🦽 manual wheelchair
        🦼 motorized wheelchair
        🛺 auto rickshaw
        🚲 bicycle
        🛴 kick scooter
        🛹 skateboard
        🛼 roller skate
        🚏 bus stop
        🛣️ motorway
        🛤️ railway track
        🛢️ oil drum
        ⛽ fuel pump
        🛞 wheel
        🚨 police car light
        🚥 horizontal traffic light
        🚦 vertical traffic light
        🛑 stop sign
        🚧 construction
        ⚓ anchor
        🛟 ring buoy
        ⛵ sailboat
        🛶 canoe
        🚤 speedboat
        🛳️ passenger ship
        ⛴️ ferry
        🛥️ motor boat
        🚢 ship|ship_it
        ✈️ airplane
        🛩️ small airplane
        🛫 airplane departure
        🛬 airplane arrival
        🪂 parachute
        💺 seat
        🚁 helicopter
        🚟 suspension railway
        🚠 mountain cableway
        🚡 aerial tramway
        🛰️ satellite
        🚀 rocket|rocket ship_it
        🛸 flying saucer
        🛎️ bellhop bell
        🧳 luggage
        ⌛ hourglass done
        ⏳ hourglass not done
        ⌚ watch
        ⏰ alarm clock|alarm
        ⏱️ stopwatch
        ⏲️ timer clock
        🕰️ mantelpiece clock
        🕛 twelve oclock
        🕧 twelve-thirty
        🕐 one oclock
        🕜 one-thirty
        🕑 two oclock
        🕝 two-thirty
        🕒 three oclock
        🕞 three-thirty
        🕓 four oclock
        🕟 four-thirty
        🕔 five oclock
        🕠 five-thirty
        🕕 six oclock
        🕡 six-thirty
        🕖 seven oclock
        🕢 seven-thirty
        🕗 eight oclock
        🕣 eight-thirty
        🕘 nine oclock
        🕤 nine-thirty
        🕙 ten oclock
        🕥 ten-thirty
        🕚 eleven oclock
        🕦 eleven-thirty
        🌑 new moon
        🌒 waxing crescent moon
        🌓 first quarter moon
        🌔 waxing gibbous moon
        🌕 full moon
        🌖 waning gibbous moon
        🌗 last quarter moon
        🌘 waning crescent moon
        🌙 crescent moon
        🌚 new moon face
        🌛 first quarter moon face
        🌜 last quarter moon face
        🌡️ thermometer
        ☀️ sun|sunny
        🌝 full moon face
        🌞 sun with face
        🪐 ringed planet
        ⭐ star|star
        🌟 glowing star
        🌠 shooting star
        🌌 milky way
        ☁️ cloud
        ⛅ sun behind cloud
        ⛈️ cloud with lightning and rain
        🌤️ sun behind small cloud
        🌥️ sun behind large cloud
        🌦️ sun behind rain cloud
        🌧️ cloud with rain|rain
        🌨️ cloud with snow
        🌩️ cloud with lightning
        🌪️ tornado
        🌫️ fog
        🌬️ wind face
        🌀 cyclone
        🌈 rainbow
        🌂 closed umbrella
        ☂️ umbrella
        ☔ umbrella with rain drops
        ⛱️ umbrella on ground
        ⚡ high voltage
        ❄️ snowflake
        ☃️ snowman
        ⛄ snowman without snow
        ☄️ comet
        🔥 fire|fire lit
        💧 droplet
        🌊 water wave
        🎃 jack-o-lantern
        🎄 christmas tree
        🎆 fireworks
        🎇 sparkler
        🧨 firecracker
        ✨ sparkles|sparkles
        🎈 balloon
        🎉 party popper|tada party
        🎊 confetti ball|confetti
        🎋 tanabata tree
        🎍 pine decoration
        🎎 japanese dolls
        🎏 carp streamer
        🎐 wind chime
        🎑 moon viewing ceremony
        🧧 red envelope
        🎀 ribbon
        🎁 wrapped gift|gift present
        🎗️ reminder ribbon
        🎟️ admission tickets
        🎫 ticket
        🎖️ military medal
        🏆 trophy
        🏅 sports medal
        🥇 1st place medal
        🥈 2nd place medal
        🥉 3rd place medal
        ⚽ soccer ball
        ⚾ baseball
        🥎 softball
        🏀 basketball
        🏐 volleyball
        🏈 american football
        🏉 rugby football
        🎾 tennis
        🥏 flying disc
        🎳 bowling
        🏏 cricket game
        🏑 field hockey
        🏒 ice hockey
        🥍 lacrosse
        🏓 ping pong
        🏸 badminton
        🥊 boxing glove
        🥋 martial arts uniform
        🥅 goal net
        ⛳ flag in hole
        ⛸️ ice skate
        🎣 fishing pole
        🤿 diving mask
        🎽 running shirt
        🎿 skis
        🛷 sled
        🥌 curling stone
        🎯 bullseye
        🪀 yo-yo
        🪁 kite
        🔫 water pistol
        🎱 pool 8 ball
        🔮 crystal ball
        🪄 magic wand
        🎮 video game
        🕹️ joystick
        🎰 slot machine
        🎲 game die
        🧩 puzzle piece
        🧸 teddy bear
        🪅 piñata
        🪩 mirror ball
        🪆 nesting dolls
        ♠️ spade suit
        ♥️ heart suit
        ♦️ diamond suit
        ♣️ club suit
        ♟️ chess pawn
        🃏 joker
        🀄 mahjong red dragon
        🎴 flower playing cards
        🎭 performing arts
        🖼️ framed picture
        🎨 artist palette
        🧵 thread
        🪡 sewing needle
        🧶 yarn
        🪢 knot
        👓 glasses
        🕶️ sunglasses
        🥽 goggles
        🥼 lab coat
        🦺 safety vest
        👔 necktie
        👕 t-shirt
        👖 jeans
        🧣 scarf
        🧤 gloves
        🧥 coat
        🧦 socks
        👗 dress
        👘 kimono
        🥻 sari
        🩱 one-piece swimsuit
        🩲 briefs
        🩳 shorts
        👙 bikini
        👚 womans clothes
        🪭 folding hand fan
        👛 purse
        👜 handbag
        👝 clutch bag
        🛍️ shopping bags
        🎒 backpack
        🩴 thong sandal
        👞 mans shoe
        👟 running shoe
        🥾 hiking boot
        🥿 flat shoe
        👠 high-heeled shoe
        👡 womans sandal
        🩰 ballet shoes
        👢 womans boot
        🪮 hair pick
        👑 crown
        👒 womans hat
        🎩 top hat
        🎓 graduation cap
        🧢 billed cap
        🪖 military helmet
        ⛑️ rescue workers helmet
        📿 prayer beads
        💄 lipstick
        💍 ring
        💎 gem stone
        🔇 muted speaker
        🔈 speaker low volume
        🔉 speaker medium volume
        🔊 speaker high volume
        📢 loudspeaker
        📣 megaphone
        📯 postal horn
        🔔 bell
        🔕 bell with slash
        🎼 musical score
        🎵 musical note
        🎶 musical notes
        🎙️ studio microphone
        🎚️ level slider
        🎛️ control knobs
        🎤 microphone
        🎧 headphone
        📻 radio
        🎷 saxophone
        🪗 accordion
        🎸 guitar
        🎹 musical keyboard
        🎺 trumpet
        🎻 violin
        🪕 banjo
        🥁 drum
        🪘 long drum
        🪇 maracas
        🪈 flute
        📱 mobile phone
        📲 mobile phone with arrow
        ☎️ telephone
        📞 telephone receiver
        📟 pager
        📠 fax machine
        🔋 battery
        🪫 low battery
        🔌 electric plug
        💻 laptop
        🖥️ desktop computer
        🖨️ printer
        ⌨️ keyboard
        🖱️ computer mouse
        🖲️ trackball
        💽 computer disk
        💾 floppy disk
        💿 optical disk
        📀 dvd
        🧮 abacus
        🎥 movie camera
        🎞️ film frames
        📽️ film projector
        🎬 clapper board
        📺 television
        📷 camera
        📸 camera with flash
        📹 video camera
        📼 videocassette
        🔍 magnifying glass tilted left
        🔎 magnifying glass tilted right
        🕯️ candle
        💡 light bulb|bulb idea
        🔦 flashlight
        🏮 red paper lantern
        🪔 diya lamp
        📔 notebook with decorative cover
        📕 closed book
        📖 open book
        📗 green book
        📘 blue book
        📙 orange book
        📚 books
        📓 notebook
        📒 ledger
        📃 page with curl
        📜 scroll
        📄 page facing up
        📰 newspaper
        🗞️ rolled-up newspaper
        📑 bookmark tabs
        🔖 bookmark
        🏷️ label
        💰 money bag
        🪙 coin
        💴 yen banknote
        💵 dollar banknote
        💶 euro banknote
        💷 pound banknote
        💸 money with wings
        💳 credit card
        🧾 receipt
        💹 chart increasing with yen
        ✉️ envelope
        📧 e-mail
        📨 incoming envelope
        📩 envelope with arrow
        📤 outbox tray
        📥 inbox tray
        📦 package
        📫 closed mailbox with raised flag
        📪 closed mailbox with lowered flag
        📬 open mailbox with raised flag
        📭 open mailbox with lowered flag
        📮 postbox
        🗳️ ballot box with ballot
        ✏️ pencil
        ✒️ black nib
        🖋️ fountain pen
        🖊️ pen
        🖌️ paintbrush
        🖍️ crayon
        📝 memo
        💼 briefcase
        📁 file folder
        📂 open file folder
        🗂️ card index dividers
        📅 calendar
        📆 tear-off calendar
        🗒️ spiral notepad
        🗓️ spiral calendar
        📇 card index
        📈 chart increasing
        📉 chart decreasing
        📊 bar chart
        📋 clipboard
        📌 pushpin
        📍 round pushpin
        📎 paperclip|attachment
        🖇️ linked paperclips
        📏 straight ruler
        📐 triangular ruler
        ✂️ scissors
        🗃️ card file box
        🗄️ file cabinet
        🗑️ wastebasket
        🔒 locked|lock
        🔓 unlocked
        🔏 locked with pen
        🔐 locked with key
        🔑 key
        🗝️ old key
        🔨 hammer
        🪓 axe
        ⛏️ pick
        ⚒️ hammer and pick
        🛠️ hammer and wrench
        🗡️ dagger
        ⚔️ crossed swords
        💣 bomb
        🪃 boomerang
        🏹 bow and arrow
        🛡️ shield
        🪚 carpentry saw
        🔧 wrench
        🪛 screwdriver
        🔩 nut and bolt
        ⚙️ gear
        🗜️ clamp
        ⚖️ balance scale
        🦯 white cane
        🔗 link
        ⛓️ chains
        🪝 hook
        🧰 toolbox
        🧲 magnet
        🪜 ladder
        ⚗️ alembic
        🧪 test tube
        🧫 petri dish
        🧬 dna
        🔬 microscope
        🔭 telescope
        📡 satellite antenna
        💉 syringe
        🩸 drop of blood
        💊 pill
        🩹 adhesive bandage
        🩼 crutch
        🩺 stethoscope
        🩻 x-ray
        🚪 door
        🛗 elevator
        🪞 mirror
        🪟 window
        🛏️ bed
        🛋️ couch and lamp
        🪑 chair
        🚽 toilet
        🪠 plunger
        🚿 shower
        🛁 bathtub
        🪤 mouse trap
        🪒 razor
        🧴 lotion bottle
        🧷 safety pin
        🧹 broom
        🧺 basket
        🧻 roll of paper
        🪣 bucket
        🧼 soap
        🫧 bubbles
        🪥 toothbrush
        🧽 sponge
        🧯 fire extinguisher
        🛒 shopping cart
        🚬 cigarette
        ⚰️ coffin
        🪦 headstone
        ⚱️ funeral urn
        🧿 nazar amulet
        🪬 hamsa
        🗿 moai
        🪧 placard
        🪪 identification card
        🏧 atm sign
        🚮 litter in bin sign
        🚰 potable water
        ♿ wheelchair symbol
        🚹 mens room
        🚺 womens room
        🚻 restroom
        🚼 baby symbol
        🚾 water closet
        🛂 passport control
        🛃 customs
        🛄 baggage claim
        🛅 left luggage
        ⚠️ warning|warning
        🚸 children crossing
        ⛔ no entry
        🚫 prohibited
        🚳 no bicycles
        🚭 no smoking
        🚯 no littering
        🚱 non-potable water
        🚷 no pedestrians
        📵 no mobile phones
        🔞 no one under eighteen
        ☢️ radioactive
        ☣️ biohazard
        ⬆️ up arrow
        ↗️ up-right arrow
        ➡️ right arrow
        ↘️ down-right arrow
        ⬇️ down arrow
        ↙️ down-left arrow
        ⬅️ left arrow
        ↖️ up-left arrow
        ↕️ up-down arrow
        ↔️ left-right arrow
        ↩️ right arrow curving left
        ↪️ left arrow curving right
        ⤴️ right arrow curving up
        ⤵️ right arrow curving down
        🔃 clockwise vertical arrows
        🔄 counterclockwise arrows button
        🔙 back arrow
        🔚 end arrow
        🔛 on arrow
        🔜 soon arrow
        🔝 top arrow
        🛐 place of worship
        ⚛️ atom symbol
        🕉️ om
        ✡️ star of david
        ☸️ wheel of dharma
        ☯️ yin yang
        ✝️ latin cross
        ☦️ orthodox cross
        ☪️ star and crescent
        ☮️ peace symbol
        🕎 menorah
        🔯 dotted six-pointed star
        🪯 khanda
        ♈ aries
        ♉ taurus
        ♊ gemini
        ♋ cancer
        ♌ leo
        ♍ virgo
        ♎ libra
        ♏ scorpio
        ♐ sagittarius
        ♑ capricorn
        ♒ aquarius
        ♓ pisces
        ⛎ ophiuchus
        🔀 shuffle tracks button
        🔁 repeat button
        🔂 repeat single button
        ▶️ play button
        ⏩ fast-forward button
        ⏭️ next track button
        ⏯️ play or pause button
        ◀️ reverse button
        ⏪ fast reverse button
        ⏮️ last track button
        🔼 upwards button
        ⏫ fast up button
        🔽 downwards button
        ⏬ fast down button
        ⏸️ pause button
        ⏹️ stop button
        ⏺️ record button
        ⏏️ eject button
        🎦 cinema
        🔅 dim button
        🔆 bright button
        📶 antenna bars
        🛜 wireless
        📳 vibration mode
        📴 mobile phone off
        ♀️ female sign
        ♂️ male sign
        ⚧️ transgender symbol
        ✖️ multiply
        ➕ plus|plus
        ➖ minus
        ➗ divide
        🟰 heavy equals sign
        ♾️ infinity
        ‼️ double exclamation mark
        ⁉️ exclamation question mark
        ❓ red question mark|question
        ❔ white question mark
        ❕ white exclamation mark
        ❗ red exclamation mark|exclamation
        〰️ wavy dash
        💱 currency exchange
        💲 heavy dollar sign
        ⚕️ medical symbol
        ♻️ recycling symbol
        ⚜️ fleur-de-lis
        🔱 trident emblem
        📛 name badge
        🔰 japanese symbol for beginner
        ⭕ hollow red circle
        ✅ check mark button|white_check_mark done
        ☑️ check box with check
        ✔️ check mark
        ❌ cross mark|x no
        ❎ cross mark button
        ➰ curly loop
        ➿ double curly loop
        〽️ part alternation mark
        ✳️ eight-spoked asterisk
        ✴️ eight-pointed star
        ❇️ sparkle
        ©️ copyright
        ®️ registered
        ™️ trade mark
        #️⃣ keycap: #
        *️⃣ keycap: *
        0️⃣ keycap: 0
        1️⃣ keycap: 1
        2️⃣ keycap: 2
        3️⃣ keycap: 3
        4️⃣ keycap: 4
        5️⃣ keycap: 5
        6️⃣ keycap: 6
        7️⃣ keycap: 7
        8️⃣ keycap: 8
        9️⃣ keycap: 9
        🔟 keycap: 10
        🔠 input latin uppercase
        🔡 input latin lowercase
        🔢 input numbers
        🔣 input symbols
        🔤 input latin letters
        🅰️ a button (blood type)
        🆎 ab button (blood type)
        🅱️ b button (blood type)
        🆑 cl button
        🆒 cool button
        🆓 free button
        ℹ️ information
        🆔 id button
        Ⓜ️ circled m
        🆕 new button
        🆖 ng button
        🅾️ o button (blood type)
        🆗 ok button|ok
        🅿️ p button
        🆘 sos button
        🆙 up button
        🆚 vs button
        🈁 japanese here button
        🈂️ japanese service charge button
        🈷️ japanese monthly amount button
        🈶 japanese not free of charge button
        🈯 japanese reserved button
        🉐 japanese bargain button
        🈹 japanese discount button
        🈚 japanese free of charge button
        🈲 japanese prohibited button
        🉑 japanese acceptable button
        🈸 japanese application button
        🈴 japanese passing grade button
        🈳 japanese vacancy button
        ㊗️ japanese congratulations button
        ㊙️ japanese secret button
        🈺 japanese open for business button
        🈵 japanese no vacancy button
        🔴 red circle
        🟠 orange circle
        🟡 yellow circle
        🟢 green circle
        🔵 blue circle
        🟣 purple circle
        🟤 brown circle
        ⚫ black circle
        ⚪ white circle
        🟥 red square
        🟧 orange square
        🟨 yellow square
        🟩 green square
        🟦 blue square
        🟪 purple square
        🟫 brown square
        ⬛ black large square
        ⬜ white large square
        ◼️ black medium square
        ◻️ white medium square
        ◾ black medium-small square
        ◽ white medium-small square
        ▪️ black small square
        ▫️ white small square
        🔶 large orange diamond
        🔷 large blue diamond
        🔸 small orange diamond
        🔹 small blue diamond
        🔺 red triangle pointed up
        🔻 red triangle pointed down
        💠 diamond with a dot
        🔘 radio button
        🔳 white square button
        🔲 black square button
        🏁 chequered flag
        🚩 triangular flag
        🎌 crossed flags
        🏴 black flag
        🏳️ white flag
        🏳️‍🌈 rainbow flag|pride
        🏳️‍⚧️ transgender flag
        🏴‍☠️ pirate flag
        🏴󠁧󠁢󠁥󠁮󠁧󠁿 flag: england
        🏴󠁧󠁢󠁳󠁣󠁴󠁿 flag: scotland
        🏴󠁧󠁢󠁷󠁬󠁳󠁿 flag: wales
        """

    /// The letters of the flags of countries.
    static let countries = """
        AC AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO \
        BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CP CR CU CV CW CX CY CZ DE DG \
        DJ DK DM DO DZ EA EC EE EG EH ER ES ET EU FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM \
        GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU IC ID IE IL IM IN IO IQ IR IS IT JE JM JO JP \
        KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK \
        ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE \
        PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM \
        SN SO SR SS ST SV SX SY SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UN \
        US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
        """
}
