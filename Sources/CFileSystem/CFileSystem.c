#include "CFileSystem.h"
